"use strict";
// Telling a card by a few letters: the list of names below the field holds only those that fit. Without script the list
// is whole. And by a photo of its sticker, which goes to the table made small; without script it goes as it is.
(() => {
  const MOST = 6, LONGEST_PX = 1280, QUALITY = 0.85;
  const ALIKE = { "ґ": "г", "є": "е", "і": "и", "ы": "и", "э": "е", "ь": "", "ъ": "", "'": "", "’": "" };
  const plain = (text) => Array.from(text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""), (letter) => ALIKE[letter] ?? letter)
    .join("").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const fits = (words, option) => words.every((word) => ` ${option.dataset.find}`.includes(` ${word}`));
  const offer = (form, options) => {
    let place = form.querySelector(".found");
    if (!place) { place = document.createElement("div"); place.className = "found"; form.querySelector("[data-search]").closest("label").after(place); }
    place.replaceChildren(...options.map((option) => {
      const button = document.createElement("button");
      button.name = "key"; button.value = option.value; button.textContent = option.textContent; button.formNoValidate = true;
      return button;
    }));
    return place;
  };
  const small = async (photo) => {  // what cannot be drawn here goes as it is
    try {
      const picture = await createImageBitmap(photo), scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * scale); canvas.height = Math.round(picture.height * scale);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      return await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY)) || photo;
    } catch { return photo; }
  };
  const scan = async (field) => {
    const form = document.getElementById(field.dataset.scan), line = field.form.querySelector("[data-scanned]");
    const tell = (text) => { line.textContent = text; line.hidden = !text; };
    tell(field.dataset.busy); field.disabled = true;
    try {
      const card = encodeURIComponent(form.querySelector("[name=card]").value), body = await small(field.files[0]);
      const answer = await fetch(`/scan?card=${card}`, { method: "POST", body, headers: { "Content-Type": "image/jpeg" }, cache: "no-store" });
      const reply = answer.ok ? await answer.json() : { key: "", text: field.dataset.wait };
      tell(reply.text);
      if (reply.key) offer(form, [{ value: reply.key, textContent: reply.name }]).querySelector("button").focus();
    } catch { tell(field.dataset.wait); } finally { field.disabled = false; field.value = ""; }
  };
  const photograph = async (field) => {  // it stands in the place of the drawing as soon as the table has it
    const line = field.form.querySelector("[data-told]"), tell = (text) => { line.textContent = text; line.hidden = !text; };
    tell(field.dataset.busy); field.disabled = true;
    try {
      const card = encodeURIComponent(field.form.querySelector("[name=card]").value), body = await small(field.files[0]);
      const answer = await fetch(`/photo?card=${card}`, { method: "POST", body, headers: { "Content-Type": "image/jpeg" }, cache: "no-store" });
      tell(answer.ok ? "" : field.dataset.failed);
    } catch { tell(field.dataset.failed); } finally { field.disabled = false; field.value = ""; }
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-photo]") && event.target.files.length) photograph(event.target);
    if (event.target.matches("[data-scan]") && event.target.files.length) scan(event.target);
  });
  const seek = (field) => {
    const form = field.form, list = form.querySelector("select"), words = plain(field.value).split(" ").filter(Boolean);
    const options = Array.from(list.options).filter((option) => option.dataset.find !== undefined);
    const found = words.length ? options.filter((option) => fits(words, option)) : [];
    offer(form, found.slice(0, MOST));
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
