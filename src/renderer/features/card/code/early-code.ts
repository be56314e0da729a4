/**
 * Built as /early-code.js, for the web site only. Draws the code from the card that the browser keeps, while the
 * application is still being read: public/first-paint.js asks for it where the address is that of the shortcut on a home
 * screen. The page takes its place (early-mark.ts). Written without the interface's parts, which come later.
 */
import { createCardKeeper } from '../../../platform/offline/kept-card.ts'
import { paintModules, QUIET_ZONE_MODULES, qrModules } from '../../../ui/qr/qr-modules.ts'
import { codeOnScreen } from './code-size.ts'
import { EARLY_CODE_ID } from './early-mark.ts'

const GAP_PX = 8
/** What stands below the code on the page: name, number, hint and button. */
const BELOW_PX = 180

interface KeptWords {
  readonly payload: string
  readonly name: string
  readonly cardId: string
}
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The person who stays signed in here and has no factor to prove; read as web-storage.ts does. */
function signedIn(): string | undefined {
  const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
  if (typeof user !== 'object' || user === null || !('cardId' in user) || 'waits' in user)
    return undefined
  return isText(user.cardId) ? user.cardId : undefined
}

function readWords(text: string): KeptWords | undefined {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('payload' in value && 'name' in value && 'cardId' in value)) return undefined
  const { payload, name, cardId } = value
  return isText(payload) && isText(name) && isText(cardId) ? { payload, name, cardId } : undefined
}

/** Black on white, whatever the theme; styles are set one by one, as the content security policy wants it. */
function draw({ payload, name, cardId }: KeptWords): void {
  const modules = qrModules(payload)
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const room = { left: 0, top: GAP_PX, width, height: height - BELOW_PX }
  const { modulePx, side, left, top } = codeOnScreen(modules, room, devicePixelRatio)
  const { pixels, sidePx } = paintModules(modules, modulePx, QUIET_ZONE_MODULES)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sidePx
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, sidePx), 0, 0)
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', cardId)
  Object.assign(canvas.style, {
    position: 'absolute',
    left: `${left}px`,
    top: `${top + GAP_PX}px`,
    width: `${side}px`,
    height: `${side}px`,
    imageRendering: 'pixelated',
  })
  const words = document.createElement('p')
  words.dir = 'auto'
  words.textContent = name
  Object.assign(words.style, {
    position: 'absolute',
    insetInline: '0',
    top: `${top + GAP_PX + side}px`,
    margin: '12px 16px',
    textAlign: 'center',
    font: '700 20px/1.4 system-ui, sans-serif',
  })
  const cover = document.createElement('div')
  cover.id = EARLY_CODE_ID
  cover.append(canvas, words)
  Object.assign(cover.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '100',
    background: '#fff',
    color: '#000',
    colorScheme: 'light',
  })
  // The page may fail to start: a tap shows what it says.
  cover.addEventListener('click', () => cover.remove())
  document.body.append(cover)
  leaveWithPage(cover)
}

/** The guard of the page may lead elsewhere, and the person may sign out. */
function leaveWithPage(cover: HTMLElement): void {
  const watcher = new MutationObserver(() => {
    if (location.pathname === '/id-card' && signedIn() !== undefined && cover.isConnected) return
    cover.remove()
    watcher.disconnect()
  })
  watcher.observe(document.body, { childList: true, subtree: true })
}

async function show(): Promise<void> {
  const cardId = signedIn()
  if (cardId === undefined) return
  const keeper = createCardKeeper({ indexedDB, now: () => Date.now(), mayKeep: () => false })
  const kept = await keeper.read(cardId)
  const words = kept === undefined ? undefined : readWords(kept.text)
  // The application was faster, or leads elsewhere.
  const isLate = document.querySelector('dialog[open]') !== null || location.pathname !== '/id-card'
  if (words !== undefined && !isLate) draw(words)
}

// What the browser keeps can be anything: the page says what is wrong.
show().catch(() => undefined)
