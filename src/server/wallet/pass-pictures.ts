/** The emblem as the pictures of a pass. Drawn once for a process. */
import { loadSharp } from '../files/pictures.ts'

const STAR =
  'm24 6.2 1.05 2.55 2.75.2-2.1 1.78.66 2.67L24 11.95l-2.36 1.45.66-2.67-2.1-1.78 2.75-.2z'
const SHIELD =
  'M24 2c6 3 12.5 4.2 18.5 4.2V23C42.5 34.5 34 42 24 46 14 42 5.5 34.5 5.5 23V6.2C11.5 6.2 18 5 24 2Z'
const HORSE =
  'M34 48V36c0-7-2.5-12.5-7.5-15.5l-.7-3.7-3 2.7c-1.8.6-3.2 1.8-4.2 3.6l-5.4 6.8c-.7.9-.6 2.1.2 2.9l1.3 1.2c.7.6 1.7.7 2.5.2l3-1.9c1 .1 2 0 2.9-.4-1.1 2.3-3.1 4.2-5.1 6-1.8 1.7-2.7 3.8-2.7 6.1v4Z'
/** `resources/emblem.svg`: the built server is one file, beside which that one does not lie. */
const EMBLEM = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<clipPath id="shield"><path d="${SHIELD}"/></clipPath>
<g clip-path="url(#shield)"><path fill="#0d5f41" d="M0 0h48v48H0z"/>
<circle cx="24" cy="29" r="13.5" fill="#f2b62c"/><path fill="#b0212b" d="M0 37.5h48V48H0z"/>
<path fill="#101713" d="${HORSE}"/></g>
<path fill="none" stroke="#f2b62c" stroke-width="1.2" d="${SHIELD}"/>
<path fill="#fff" d="${STAR}"/><path fill="#fff" transform="translate(-9.5 2.5)" d="${STAR}"/>
<path fill="#fff" transform="translate(9.5 2.5)" d="${STAR}"/></svg>`

/** Edge of each picture in pixels: the icon of notifications, and the logo at the top of the pass. */
const EDGES = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
} as const

const VIEW_BOX_PX = 48
const SVG_DPI = 72

async function drawn(edgePx: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(EMBLEM), { density: (SVG_DPI * edgePx) / VIEW_BOX_PX })
    .resize(edgePx, edgePx)
    .png()
    .toBuffer()
}

let pictures: Promise<Readonly<Record<string, Buffer>>> | undefined
export function passPictures(): Promise<Readonly<Record<string, Buffer>>> {
  pictures ??= Promise.all(
    Object.entries(EDGES).map(async ([name, edgePx]) => [name, await drawn(edgePx)] as const),
  ).then((made) => Object.fromEntries(made))
  return pictures
}
