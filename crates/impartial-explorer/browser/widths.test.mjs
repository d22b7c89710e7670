// Ninety games and a dozen mistyped texts, 390, 1024 and 1440 pixels wide, in both themes: no letters below 11 pixels, nothing cut, nothing
// beside the page, no trace of a mistake.
import { assert, test } from "./explorer.mjs";

const GAMES = ["kayles", "dawsons-kayles", "dawsons-chess", "guiles", "stalking", "nim", "laskers-nim", "rims", "lemon-drops", "grundys-game",
  "0.75", "0.144", "0.8", "0.115", "0.3122", "subtraction(1,3,4)", "allbut(1,3)", "0.137", "0.333", "4.3",
  "nim[3+5+7]", "0.333[21]", "kayles[9+12]", "laskers-nim[3+5]", "kayles[100+77]", "nim[1000000+5]", "*3+*5+*6", "kayles[4] + *3 + coins(ruler)[3+5]", "treblecross[12]", "officers[9+4]",
  "gen(S4)", "gen(A5)", "gen(Z2)", "dng(Z6 x Z3)", "gen(Z2 x Z2 x Z2)", "dng(Q8)", "gen(D6)[r]", "5 * 6", "(w^w^2) ** 7", "w**3 + 7/5",
  "coins(mogul)[0+3+23]", "coins(ruler)[5+9]", "coins(turnips)[3+8+12]", "abelian(Z/64 + Z/256)", "abelian(Z/4 + Z/8 + Z/2)", "lattice(two-sectors.toml)[9,7]", "octal2", "gen(S4) + 0.07[12] + *3", "{0,{0,*2}}", "couples-are-forever[9]",
  "cram(3x4)", "cram(..#/...)", "node-kayles(petersen)", "node-kayles(petersen)[0,7]", "arc-kayles(cycle 9)", "grim(complete 5)", "arc-kayles(4x4) + kayles[5]", "node-kayles(a-b, b-c, c-d)[a,b,d]", "cram(2x4) + cram(3x3)", "node-kayles(cube 4)",
  "lattice(rules = [[1,0],[0,1],[2,2]])[30,3]", "lattice(rules = [[1],[3],[4]])[12]", "group(D4)[r^2]", "ring(Z/4[x]/(x^2,2x))", "ring(Z[x])[x^2,36]", "subgroups(S4)", "module(F2[x]: [x, 1; 0, x+1])", "abelian(Z/4 + Z/8 + Z^3)", "group(D4) + ring(Z/12) + *2", "ring(C[x,y])[y^2-x^3-1,3xy-1]",
  "dng(M24)", "gen(S50)", "gen(Z10000000)", "gen(<a,b | a^4, b^2 = a^2, b^-1*a*b = a^-1>)", "dng(Z6 x Z3)[(1,0)]", "gen(SmallGroup(16,3))", "*w", "*3 x *5 + *w", "w^w^13 ** 47", "t = w^w^w; 1/t",
  "roots(2, 3)", "minpoly(w + 4)", "123456789123456789123456789 ** (2^128-1)", "*(2_+320)(32)3_+4", "*3 | {0,*2}", "coins({0} {1} {0,2} {1,2,3})[2+3]", "coins(moebius x ruler)[(5,7)]", "laskers-nim[1000000000003] + 0.3F[123456789]", "kayles[10^100]", "dawsons-kayles[20] + kayles[12] + *3 + *2_+320"];
const MISTYPED = ["kayels[3]", "gen(S4", "0.7.5", "hello world", "gen(X9)", "(2+1)^3", "lattice(nofile.toml)[1,1]", "lattice(rules = [[1,0],[0,1]])", "graph(tail.txt)[five]", "1/0", "cram(petersen)", "<b>x</b>", "🎲", "chomp"];
const WIDTHS = [1440, 1024, 390];
const THEMES = ["light", "dark"];
const TOGETHER = 10;

/** What is wrong with the page as it stands. */
const faults = (page) => page.evaluate(() => {
  const found = new Set();
  const isSeen = (item) => item.getClientRects().length > 0 && !item.closest(".unseen, .under, .skip");
  const isSmall = (item, svg) => {
    const size = Number.parseFloat(getComputedStyle(item).fontSize) * (svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1);
    return size < 10.9 && isSeen(item) ? size : 0;
  };
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const measured = new Set();
  while (words.nextNode()) {
    const item = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || measured.has(item) || item.tagName === "tspan" || item.closest("math, sup, sub")) continue;
    measured.add(item);
    const size = isSmall(item, item.ownerSVGElement);
    if (size) found.add(`${size} px: ${item.textContent}`);
  }
  for (const item of document.querySelectorAll("body *:not(svg *)")) {
    const isCut = item.scrollWidth > item.clientWidth + 2 && !item.matches("body, input, .box-aside") && getComputedStyle(item).overflowX === "hidden";
    if (isCut && isSeen(item)) found.add(`cut: ${item.className}`);
    const isBeside = item.getBoundingClientRect().right > innerWidth + 1 && !item.closest(".scroll, .chips, .math.long, .formula.big");
    if (isBeside && isSeen(item)) found.add(`beside the page: ${item.tagName} ${item.className} ${item.textContent.slice(0, 40)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add(`the page is ${document.documentElement.scrollWidth} wide`);
  const text = document.body.innerText;
  for (const bad of ["NaN", "undefined", "null", "[object"]) if (text.includes(bad)) found.add(`${bad} in ${text.slice(Math.max(0, text.indexOf(bad) - 60), text.indexOf(bad) + 40)}`);
  return [...found].slice(0, 6);
});

for (let first = 0; first < GAMES.length; first += TOGETHER) {
  const games = GAMES.slice(first, first + TOGETHER);
  test(`nothing is cut, too small or beside the page: ${games[0]} to ${games.at(-1)}`, "", async (page, { open }) => {
    for (const game of games) {
      await open(`?q=${encodeURIComponent(game)}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // Another width may want another picture: what is seen must be all there is.
        await page.waitForFunction((game) => new URLSearchParams(location.search).get("q") === game && document.querySelector("#sentence .sentence") && document.querySelector("#panels .card")
          && !document.querySelector("#sentence .waiting, #panels .waiting"), game);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await faults(page), [], `${game}, ${width} pixels wide, ${colorScheme}`);
        }
      }
    }
  });
}

test("texts that are no games are answered with words, and nothing is cut", "", async (page, { open }) => {
  for (const text of MISTYPED) {
    await open(`?q=${encodeURIComponent(text)}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction(() => document.querySelector("#box:not([aria-busy='true'])") && (document.querySelector("#message").textContent || document.querySelector("#sentence .sentence")) && !document.querySelector("#sentence .waiting, #panels .waiting"));
      assert.deepEqual(await faults(page), [], `${text}, ${width} pixels wide`);
    }
  }
});
