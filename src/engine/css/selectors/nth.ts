/** Whether index = a·n + b for an integer n >= 0. Source: https://drafts.csswg.org/css-syntax-3/#anb-microsyntax */
export function isNth(a: number, b: number, index: number): boolean {
  const rest = index - b;
  return a === 0 ? rest === 0 : rest % a === 0 && rest / a >= 0;
}
