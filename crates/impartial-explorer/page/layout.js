// Where the nodes of a graph are drawn: as far apart as there are steps between them, as well as the plane allows.

const ROUNDS = 400;
const turn = (at, of, radius) => [radius * Math.sin(2 * Math.PI * at / of), -radius * Math.cos(2 * Math.PI * at / of)];

/** The number of steps between any two nodes; pieces that do not hang together are a little more than their size apart. */
function distances(count, arcs) {
  const beside = Array.from({ length: count }, () => []);
  for (const [a, b] of arcs) { beside[a].push(b); beside[b].push(a); }
  const apart = Math.sqrt(count) + 1;
  return beside.map((_, from) => {
    const steps = Array(count).fill(apart);
    steps[from] = 0;
    const reached = [from];
    const seen = new Set(reached);
    for (const node of reached) for (const next of beside[node]) {
      if (seen.has(next)) continue;
      seen.add(next);
      steps[next] = steps[node] + 1;
      reached.push(next);
    }
    return steps;
  });
}

/** Places the nodes by majorization of the stress, beginning on a circle: the same graph is always drawn alike. */
function relaxed(count, arcs) {
  const wanted = distances(count, arcs);
  let places = Array.from({ length: count }, (_, at) => turn(at, count, count / 6 + 0.5));
  for (let round = 0; round < ROUNDS; round += 1) {
    places = places.map(([x, y], a) => {
      let [sumX, sumY, weights] = [0, 0, 0];
      for (let b = 0; b < count; b += 1) {
        if (b === a) continue;
        const [u, v] = places[b];
        const far = Math.hypot(x - u, y - v) || 1e-6;
        const weight = wanted[a][b] ** -2;
        sumX += weight * (u + wanted[a][b] * (x - u) / far);
        sumY += weight * (v + wanted[a][b] * (y - v) / far);
        weights += weight;
      }
      return weights ? [sumX / weights, sumY / weights] : [x, y];
    });
  }
  return places;
}

/** The corners of a cube of any dimension, each axis in a direction of its own; nothing for other graphs. */
function corners(count, arcs) {
  const axes = Math.log2(count);
  const isCube = axes > 1 && Number.isInteger(axes) && arcs.length === axes * count / 2 && arcs.every(([a, b]) => Number.isInteger(Math.log2(a ^ b)));
  if (!isCube) return null;
  const directions = Array.from({ length: axes }, (_, axis) => turn(axis + 0.5, 2 * axes, 1));
  return Array.from({ length: count }, (_, at) => directions.reduce(([x, y], [u, v], axis) => (at >> axis) & 1 ? [x + u, y + v] : [x, y], [0, 0]));
}

/** Turned so that the picture is wide rather than tall. */
function lyingDown(places) {
  const count = places.length;
  const [meanX, meanY] = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / count);
  let [xx, xy, yy] = [0, 0, 0];
  for (const [x, y] of places) { xx += (x - meanX) ** 2; xy += (x - meanX) * (y - meanY); yy += (y - meanY) ** 2; }
  // Round pictures stay as they are.
  if (Math.hypot(xx - yy, 2 * xy) < 0.05 * (xx + yy)) return places;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return places.map(([x, y]) => [cos * (x - meanX) + sin * (y - meanY), cos * (y - meanY) - sin * (x - meanX)]);
}

/** The least distance between two places. */
const closest = (places) => Math.min(Infinity, ...places.flatMap(([x, y], a) => places.slice(a + 1).map(([u, v]) => Math.hypot(x - u, y - v))));

/** The places of all nodes in pixels from the top left, two of them at least `step` apart where that is not too wide, and the size of the whole. */
export function layout({ columns, names, arcs }, step) {
  const count = names.length;
  const isPetersen = count === 10 && arcs.length === 15 && arcs.every(([a, b]) => (b < 5 ? [1, 4].includes(b - a) : a < 5 ? b - a === 5 : [2, 3].includes(b - a)));
  const places = columns ? names.map((_, at) => [at % columns, Math.floor(at / columns)])
    : isPetersen ? names.map((_, at) => turn(at % 5, 5, at < 5 ? 2.2 : 1.1)) : corners(count, arcs) ?? lyingDown(relaxed(count, arcs));
  const [[left, right], [top, bottom]] = [0, 1].map((axis) => [Math.min(...places.map((place) => place[axis])), Math.max(...places.map((place) => place[axis]))]);
  const most = 24 * step / Math.max(right - left, bottom - top, 1e-6);
  const scale = columns || count === 1 ? step : Math.min(Math.max(step / closest(places), 1.2 * step), most);
  return { places: places.map(([x, y]) => [Math.round((x - left) * scale + step / 2), Math.round((y - top) * scale + step / 2)]), width: Math.ceil((right - left) * scale + step), height: Math.ceil((bottom - top) * scale + step) };
}
