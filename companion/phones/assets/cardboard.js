"use strict";
// Telling a card by a few letters: the list of names below the field holds only those that fit. Without script the list
// is whole.
(() => {
  const MOST = 6;
  const ALIKE = { "ґ": "г", "є": "е", "і": "и", "ы": "и", "э": "е", "ь": "", "ъ": "", "'": "", "’": "" };
  const plain = (text) => Array.from(text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""), (letter) => ALIKE[letter] ?? letter)
    .join("").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const fits = (words, option) => words.every((word) => ` ${option.dataset.find}`.includes(` ${word}`));
  const seek = (field) => {
    const form = field.form, list = form.querySelector("select"), words = plain(field.value).split(" ").filter(Boolean);
    const options = Array.from(list.options).filter((option) => option.dataset.find !== undefined);
    const found = words.length ? options.filter((option) => fits(words, option)) : [];
    let place = form.querySelector(".found");
    if (!place) { place = document.createElement("div"); place.className = "found"; field.closest("label").after(place); }
    place.replaceChildren(...found.slice(0, MOST).map((option) => {
      const button = document.createElement("button");
      button.name = "key"; button.value = option.value; button.textContent = option.textContent; button.formNoValidate = true;
      return button;
    }));
    form.querySelector("[data-nothing]").hidden = !words.length || found.length > 0;
  };
  document.addEventListener("input", (event) => { if (event.target.matches("[data-search]")) seek(event.target); });
  // Enter takes the only card that fits; a button of a name says which card it is whatever the list shows.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-search]")) return;
    event.preventDefault();
    const names = event.target.form.querySelectorAll(".found button");
    if (names.length === 1) names[0].click();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target, list = form.matches(".tell") && form.querySelector("select");
    if (!list || !event.submitter || event.submitter.name !== "key") return;
    list.disabled = true;
    setTimeout(() => { list.disabled = false; form.querySelector("[data-search]").value = ""; form.querySelector(".found").replaceChildren(); });
  }, true);
})();
