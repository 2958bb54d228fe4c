/** Quick tests of texts by their UTF-16 code units. */

/** Whether a text has a unit of at least `unit`: cheaper than a regular expression that most texts do not match. */
export function reaches(text: string, unit: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= unit) return true;
  return false;
}
