import { platform } from '@platform'
import { type Area, coveredBy, freePlace } from './free-place.ts'

/** What is pressed next, and what says where one is. */
const BUTTONS = 'a[href], button, summary, [role=button], [tabindex="0"], :focus'
const HEADINGS = 'h1, h2, h3'
/** Filled in one after the other: a long form on a phone may leave no other room for three seconds. */
const FIELDS = 'input, select, textarea'
const EDGE_PX = 16
/** From this width the header has a line of its own, and a corner is free for the toasts. */
const WIDE_PX = 640
/** The header, and what hangs from it. */
const HEADER_PX = 64
const SETTLE_MS = 100

const inWindow = ({ left, top, right, bottom }: DOMRect): boolean =>
  right > left && bottom > top && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight

/** The boxes of the words: a heading or a paragraph is as wide as its column, which its text rarely fills. */
function wordBoxes(root: Node): DOMRect[] {
  const range = document.createRange()
  range.selectNodeContents(root)
  return [...range.getClientRects()].filter(inWindow)
}

/** What is in the window and can be reached, in layers: behind an open dialog nothing is. */
function look(toasts: HTMLElement): readonly [Area[], Area[], Area[]] {
  const isOurs = (element: Element): boolean => toasts.contains(element)
  const reached = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter(
      (element) =>
        !isOurs(element) &&
        element.closest('[inert], [aria-hidden=true]') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    )
  const boxes = (selector: string): DOMRect[] =>
    reached(selector)
      .map((element) => element.getBoundingClientRect())
      .filter(inWindow)
  const words: DOMRect[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (
      node.textContent?.trim() !== '' &&
      node.parentElement !== null &&
      !isOurs(node.parentElement)
    )
      words.push(...wordBoxes(node))
  return [[...boxes(BUTTONS), ...reached(HEADINGS).flatMap(wordBoxes)], boxes(FIELDS), words]
}

/** Above the bars of a phone; on a wide window below the header, in the corner at the end of the line. */
function search(size: DOMRect, layers: readonly Area[][]) {
  const isWide = innerWidth >= WIDE_PX
  const isRtl = document.documentElement.dir === 'rtl'
  const inset = isWide ? EDGE_PX : 0
  // In the desktop app the next button stands in the corner, and the middle of the bar is free.
  const inBar = isWide && platform.target === 'desktop'
  const [end, start] = isRtl ? (['left', 'right'] as const) : (['right', 'left'] as const)
  return {
    size,
    within: {
      left: inset,
      right: innerWidth - inset,
      top: inBar ? EDGE_PX / 2 : HEADER_PX + (isWide ? EDGE_PX / 2 : 0),
      bottom: innerHeight - EDGE_PX,
    },
    layers,
    sides: inBar ? (['middle', end, start] as const) : ([end, 'middle', start] as const),
    from: isWide ? ('top' as const) : ('bottom' as const),
  }
}

/**
 * Puts the toasts where they cover nothing, or as little as can be. They stay there until something comes below them: the
 * page behind changes with what the toast tells of. While a person scrolls they make way for what can be pressed alone, or
 * they would jump from line to line.
 */
export function keepFree(element: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = (): void => {
    const place = freePlace(search(element.getBoundingClientRect(), look(element)))
    if (place !== undefined) element.style.translate = `${place.left}px ${place.top}px`
  }
  /** Looks at the first layers alone after the page has settled. */
  const later = (layers: number) => (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      const size = element.getBoundingClientRect()
      const isOutside = size.bottom > innerHeight || size.right > innerWidth || size.left < 0
      if (isOutside || coveredBy(size, look(element).slice(0, layers).flat()) > 0) put()
    }, SETTLE_MS)
  }
  put()
  const [onChange, onScroll] = [later(3), later(1)]
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !element.contains(target))) onChange()
  })
  changes.observe(document.body, { subtree: true, childList: true, attributes: true })
  addEventListener('scroll', onScroll, { passive: true, capture: true })
  addEventListener('resize', onChange)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    removeEventListener('scroll', onScroll, { capture: true })
    removeEventListener('resize', onChange)
  }
}
