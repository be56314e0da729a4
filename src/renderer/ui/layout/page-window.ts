/** Which numbers a pagination shows: the first, the last, the present one with its neighbours; `gap` for what is left out. */
export type PageMark = number | 'gap'

const AROUND = 1

export function pageWindow(page: number, pages: number): readonly PageMark[] {
  const marks: PageMark[] = []
  for (let candidate = 1; candidate <= pages; candidate += 1) {
    const near = Math.abs(candidate - page) <= AROUND || candidate === 1 || candidate === pages
    // A gap of one number is wider than the number.
    const bridges =
      (candidate === 2 && page - AROUND <= 3) ||
      (candidate === pages - 1 && page + AROUND >= pages - 2)
    if (near || bridges) marks.push(candidate)
    else if (marks.at(-1) !== 'gap') marks.push('gap')
  }
  return marks
}
