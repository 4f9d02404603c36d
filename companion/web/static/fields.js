// Whether somebody works in a form, which then stays as it is.

// True where anything in it differs from how it was sent to this phone.
export function written(element) {
  return [...element.querySelectorAll("input, select, textarea")].some(changed);
}

// True where it is written in, or has the focus.
export function busy(element) {
  return element.contains(document.activeElement) || written(element);
}

function changed(field) {
  if (field.type === "hidden" || !field.form) return false;
  if (field.tagName === "SELECT") {
    const usual = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
