import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildMember } from '#tests/builders/member.ts'
import { startApiServer } from '#tests/support/api-server.ts'
import { chromiumPath, QUIET_ARGS } from '#tests/support/chromium.ts'
import { signInAs } from '../../e2e/fixtures.ts'
import { quantile } from '../scan-score.ts'
import type { PeerFolder } from './install.ts'

const ROUNDS = 11
const root = join(import.meta.dirname, '../../..')

type Draw = (node: Element, options: object) => Promise<unknown>
interface Drawers {
  readonly html2canvas: Draw
  readonly htmlToImage: { readonly toCanvas: Draw }
  readonly modernScreenshot: { readonly domToCanvas: Draw }
}
type Drawer = keyof Drawers

/** Draws the front of the card at the scale of the download. Returns milliseconds; runs in the page. */
async function drawOnce(drawer: Drawer): Promise<number> {
  const drawers = globalThis as unknown as Drawers
  const face = document.querySelector('[data-face="front"]')
  if (face === null) throw new Error('There is no card on the page')
  const began = performance.now()
  if (drawer === 'html2canvas')
    await drawers.html2canvas(face, { scale: 2, backgroundColor: '#ffffff', logging: false })
  else if (drawer === 'htmlToImage')
    await drawers.htmlToImage.toCanvas(face, { pixelRatio: 2, backgroundColor: '#ffffff' })
  else await drawers.modernScreenshot.domToCanvas(face, { scale: 2, backgroundColor: '#ffffff' })
  return performance.now() - began
}

async function measure(page: Page): Promise<void> {
  const names = ['html2canvas', 'htmlToImage', 'modernScreenshot'] as const
  const times = new Map(names.map((name): [Drawer, number[]] => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) times.get(name)?.push(await page.evaluate(drawOnce, name))
  console.log('\n| Drawing the front of the card | median ms | quartiles |\n|---|---:|---:|')
  for (const [name, values] of times) {
    const at = (share: number): string => quantile(values.slice(1), share).toFixed(0) // the first loads fonts and styles
    console.log(`| ${name} | ${at(0.5)} | ${at(0.25)} to ${at(0.75)} |`)
  }
}

/** html2canvas, which the product draws with, beside two others, in turn on the same card. */
export async function benchDrawing(folder: PeerFolder): Promise<void> {
  if (!(await folder.install('html-to-image')) || !(await folder.install('modern-screenshot')))
    return
  const webDir = join(root, 'out/web')
  const server = await startApiServer({ engine: 'sqlite', webDir, env: { LIMITS_SCALE: '1000' } })
  const executablePath = chromiumPath()
  const browser = await chromium.launch({
    args: [...QUIET_ARGS],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const context = await browser.newContext({ baseURL: server.url, bypassCSP: true })
    const page = await context.newPage()
    await signInAs(page, await buildMember(server.deps))
    await page.goto('/id-card')
    await page.getByRole('button', { name: 'Show code in full screen' }).waitFor()
    for (const path of [
      join(root, 'node_modules/html2canvas/dist/html2canvas.min.js'),
      folder.file('html-to-image', 'dist/html-to-image.js'),
      folder.file('modern-screenshot', 'dist/index.js'),
    ])
      await page.addScriptTag({ path })
    await measure(page)
  } finally {
    await browser.close()
    await server.stop()
  }
}
