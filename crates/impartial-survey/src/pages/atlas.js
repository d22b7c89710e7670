// Filters of a family: rows and tiles that are not chosen are hidden or dimmed.
const controls = document.querySelectorAll("[data-filter]");
const items = document.querySelectorAll("[data-status]");

/** Whether a number is in a range written 8, 8..20, 8.. or ..20; every number is in none. */
function isWithin(text, number) {
  if (!text.trim()) return true;
  const [from, to] = text.includes("..") ? text.split("..") : [text, text];
  return number !== "" && (!from.trim() || Number(number) >= Number(from)) && (!to.trim() || Number(number) <= Number(to));
}

function choose() {
  const wanted = Object.fromEntries([...controls].map((control) => [control.dataset.filter, control.value]));
  let count = 0;
  for (const item of items) {
    const { status, question, game, order } = item.dataset;
    const isChosen = (!wanted.status || wanted.status === status) && (!wanted.question || wanted.question === question)
      && game.includes(wanted.game.trim()) && isWithin(wanted.order, order);
    if (item.tagName === "TR") {
      item.hidden = !isChosen;
      count += isChosen ? 1 : 0;
    } else item.classList.toggle("dim", !isChosen);
  }
  document.getElementById("chosen").textContent = `${count} rows`;
}

for (const control of controls) control.addEventListener("input", choose);
if (controls.length) choose();
