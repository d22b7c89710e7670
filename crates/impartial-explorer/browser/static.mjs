// The page as static files, from a folder that `cargo xtask site -o DIR` wrote: a plain web server, as any is.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".wasm": "application/wasm" };

/** Serves a folder on loopback, compressed as web servers do; its address, and how to end it. */
export async function serveFolder(folder) {
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
    try {
      if (!packed.has(path)) packed.set(path, gzipSync(await readFile(join(folder, path))));
      response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "application/octet-stream", "content-encoding": "gzip" });
      response.end(packed.get(path));
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  return { base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

if (process.argv[1]?.endsWith("static.mjs")) console.log((await serveFolder(process.argv[2])).base);
