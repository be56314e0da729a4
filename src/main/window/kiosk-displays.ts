/** The displays of a kiosk: its window fills one that is there, and the others are black. */
import type { Display, Rectangle, Screen } from 'electron'

type DisplayPlace = Pick<Display, 'id' | 'bounds'>

interface Spread<D> {
  readonly home: D
  readonly blank: readonly D[]
}

/** The window stays where its middle is. The first display, which is the main one, takes it when that one is gone. */
export function spreadKiosk<D extends DisplayPlace>(
  displays: readonly D[],
  { x, y, width, height }: Rectangle,
): Spread<D> | undefined {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const holds = ({ bounds }: D): boolean =>
    middleX >= bounds.x &&
    middleX < bounds.x + bounds.width &&
    middleY >= bounds.y &&
    middleY < bounds.y + bounds.height
  const home = displays.find(holds) ?? displays[0]
  return home === undefined
    ? undefined
    : { home, blank: displays.filter(({ id }) => id !== home.id) }
}

interface PlacedWindow {
  getBounds(): Rectangle
  setBounds(bounds: Rectangle): void
  setKiosk(kiosk: boolean): void
  isDestroyed(): boolean
}
export interface KioskDisplaysOptions {
  readonly screen: Pick<Screen, 'on' | 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly isOn: () => boolean
  readonly window: () => PlacedWindow | undefined
  /** False on Wayland, where a program does not choose the place of its windows. */
  readonly canPlace: boolean
  /** A black window without a page. */
  readonly openBlank: (bounds: Rectangle) => { destroy(): void }
}

export interface KioskDisplays {
  /** After the kiosk began, and for each new window. */
  arrange(): void
  /** The kiosk is over. */
  clear(): void
}

const contains = (outer: Rectangle, { x, y }: Rectangle): boolean =>
  x >= outer.x && x < outer.x + outer.width && y >= outer.y && y < outer.y + outer.height

export function createKioskDisplays({
  screen,
  isOn,
  window,
  canPlace,
  openBlank,
}: KioskDisplaysOptions): KioskDisplays {
  let blanks: readonly { destroy(): void }[] = []
  const clear = (): void => {
    for (const blank of blanks) blank.destroy()
    blanks = []
  }
  const arrange = (): void => {
    clear()
    const held = window()
    if (!isOn() || !canPlace || held === undefined || held.isDestroyed()) return
    const primary = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
    const spread = spreadKiosk([primary, ...others], held.getBounds())
    if (spread === undefined) return
    if (!contains(spread.home.bounds, held.getBounds())) held.setBounds(spread.home.bounds)
    held.setKiosk(true) // full screen again, in the size that the display has now
    blanks = spread.blank.map(({ bounds }) => openBlank(bounds))
  }
  // One by one: the type of each event has its own listener.
  screen.on('display-added', arrange)
  screen.on('display-removed', arrange)
  screen.on('display-metrics-changed', arrange)
  return { arrange, clear }
}
