// Pictures of every tab for the eye: `IMPARTIAL=… SHOTS=folder node shots.mjs [NAME …]`.
import { chromium } from "playwright-core";
import { startServer } from "./explorer.mjs";

const PAGES = {
  heaps: "?q=kayles", quotient: "?q=kayles&play=misere&sel=d&heap=9", play: "?q=kayles%5B9%2B12%5D", groups: "?q=dng(Z6%20x%20Z3)", nim: "?q=5%20*%206", coins: "?q=coins(mogul)%5B0%2B3%2B23%5D",
  algebra: "?q=abelian(Z%2F64%20%2B%20Z%2F256)", fink: "?q=lattice(fink.toml)%5B6%2C12%2C1%5D", sectors: "?q=lattice(two-sectors.toml)%5B9%2C7%5D", slide: "?q=lattice(coin-slide.toml)%5B1%2C1%2C1%2C2%2C3%5D", atlas: "?q=octal3", sums: "?q=gen(S4)%20%2B%200.07%5B12%5D%20%2B%20*3",
};
const chosen = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const { child, base, key } = await startServer();
for (const [name, query] of Object.entries(PAGES).filter(([name]) => !chosen.length || chosen.includes(name))) {
  for (const width of [1280, 390]) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      await page.goto(`${base}${query}#${key}`);
      await page.waitForSelector("#panels .card", { timeout: 60_000 });
      await page.waitForFunction(() => !document.querySelector("#panels .waiting, #sentence .waiting"), null, { timeout: 60_000 }).catch(() => console.log(`${name}: still waiting`));
      await page.screenshot({ path: `${process.env.SHOTS ?? "."}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      await context.close();
    }
  }
}
child.kill("SIGTERM");
await browser.close();
