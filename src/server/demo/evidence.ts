/** Evidence for the made-up reports: abstract sketches and a plain PDF. Sober on purpose; no people, no blood, no bodies. */
import { loadSharp } from '../parts/files/pictures.ts'
import { fittedLettering, lettering, letteringWidth } from '../parts/files/lettering.ts'
import { darker, lighter, mix } from './portrait/colour.ts'
import { createRandom, seedOf, type Random } from './random.ts'

export type EvidenceScene = 'sketch-map' | 'skyline' | 'road'

const WIDTH_PX = 1280
const HEIGHT_PX = 860
const BAND_PX = 72
const SCENES: readonly EvidenceScene[] = ['sketch-map', 'skyline', 'road']

/** A hand-drawn map: blocks of houses between streets, a watercourse, a cross where something happened. */
function sketchMap(random: Random): string {
  const paper = random.pick(['#f3ead7', '#eef0e4', '#efe6e0'])
  const street = lighter(paper, 0.75)
  const block = darker(paper, 0.16)
  const columns = Array.from({ length: 6 }, () => random.int(120, 230))
  const rows = Array.from({ length: 5 }, () => random.int(110, 190))
  const blocks: string[] = []
  let x = -40
  for (const width of columns) {
    let y = -30
    for (const height of rows) {
      if (!random.chance(0.1)) {
        const fill = random.chance(0.14)
          ? mix(paper, '#7fa36b', 0.5)
          : random.chance(0.4)
            ? darker(paper, 0.11)
            : block
        blocks.push(
          `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}"/>`,
        )
      }
      y += height + random.int(26, 40)
    }
    x += width + random.int(28, 54)
  }
  const bend = random.int(-120, 120)
  const river = `M-20 ${620 + bend}C300 ${540 + bend} 420 ${760 + bend} 700 ${640 + bend}S1100 ${520 + bend} 1320 ${610 + bend}`
  const [markX, markY] = [random.int(360, 920), random.int(180, 420)]
  const route = `M${random.int(40, 200)} ${random.int(60, 200)}Q${markX - 160} ${markY - 120} ${markX - 46} ${markY}`
  return `<rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="${street}"/><g transform="rotate(${random.int(-9, 9)} 640 400)">${blocks.join('')}</g>
<path d="${river}" stroke="#9cc3d5" stroke-width="54" fill="none"/><path d="${river}" stroke="#b9d7e4" stroke-width="26" fill="none"/>
<path d="${route}" stroke="#b3392e" stroke-width="7" stroke-dasharray="4 20" stroke-linecap="round" fill="none"/>
<circle cx="${markX}" cy="${markY}" r="46" fill="#b3392e" opacity=".16"/><path d="M${markX - 20} ${markY - 20}l40 40m0 -40l-40 40" stroke="#b3392e" stroke-width="10" stroke-linecap="round"/>
<g transform="translate(1170 110)"><circle r="46" fill="#ffffff" opacity=".85"/><path d="M0 -34L13 8L0 0L-13 8Z" fill="#3c4650"/>${lettering('N', -7, 14, 21, { colour: '#3c4650' })}</g>`
}

function smoke(random: Random, x: number, y: number, colour: string): string {
  const puffs = Array.from({ length: 12 }, (_, index) => ({
    x: x + Math.round(index ** 1.35 * 9) + random.int(-14, 14),
    y: y - index * 34,
    radius: 16 + index * 8 + random.int(0, 12),
  }))
  // Opaque circles in a translucent group: one cloud, where translucent circles would look like bubbles.
  const cloud = (share: number, dx: number, opacity: number): string =>
    `<g fill="${colour}" opacity="${opacity}">${puffs.map((puff) => `<circle cx="${puff.x + dx}" cy="${puff.y}" r="${Math.round(puff.radius * share)}"/>`).join('')}</g>`
  return cloud(1, 0, 0.3) + cloud(0.68, 9, 0.4)
}

/** Flat roofs and a water tower at dusk, a column of smoke far away. */
function skyline(random: Random): string {
  const [sky, low] = random.pick([
    ['#f2c9a1', '#e79f78'],
    ['#cfd8e3', '#b3bfce'],
    ['#f0ddb8', '#dcb98a'],
    ['#d9cfe0', '#b7a6c4'],
  ] as const)
  const far = mix(low, '#4a4a55', 0.4)
  const near = mix(low, '#23222b', 0.78)
  const houses = (
    fill: string,
    base: number,
    minHeight: number,
    maxHeight: number,
    windows: boolean,
  ): string => {
    const shapes: string[] = []
    for (let x = -20; x < WIDTH_PX;) {
      const width = random.int(80, 170)
      const height = random.int(minHeight, maxHeight)
      shapes.push(
        `<rect x="${x}" y="${base - height}" width="${width + 2}" height="${HEIGHT_PX}" fill="${fill}"/>`,
      )
      if (random.chance(0.3))
        shapes.push(
          `<rect x="${x + 18}" y="${base - height - 30}" width="44" height="32" fill="${fill}"/>`,
        )
      if (windows) {
        for (let wx = x + 22; wx < x + width - 26; wx += 40) {
          if (random.chance(0.7))
            shapes.push(
              `<rect x="${wx}" y="${base - height + 34}" width="18" height="26" fill="${random.chance(0.25) ? '#f0d59a' : darker(fill, 0.4)}"/>`,
            )
        }
      }
      x += width
    }
    return shapes.join('')
  }
  const towerX = random.int(760, 1080)
  const tower = `<path d="M${towerX} 600L${towerX + 14} 380M${towerX + 84} 600L${towerX + 70} 380M${towerX + 6} 520L${towerX + 78} 460" stroke="${far}" stroke-width="8"/><path d="M${towerX - 8} 380V330Q${towerX + 42} 296 ${towerX + 92} 330V380Z" fill="${far}"/>`
  const sun = `<circle cx="${random.int(160, 520)}" cy="${random.int(300, 420)}" r="62" fill="#fff4d9" opacity=".8"/>`
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset=".75" stop-color="${low}"/></linearGradient><rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="url(#sky)"/>${sun}${smoke(random, random.int(380, 900), 500, '#5d5a61')}${tower}${houses(far, 600, 60, 150, false)}${houses(near, 780, 90, 220, true)}`
}

/** An empty road through open country with a barrier across it. */
function road(random: Random): string {
  const [sky, land] = random.pick([
    ['#d7e6ee', '#d9c096'],
    ['#efe0c8', '#cda974'],
    ['#e3e7ea', '#b9b58e'],
    ['#f1d9c3', '#c79a6b'],
  ] as const)
  const horizon = random.int(330, 400)
  const middle = random.int(560, 720)
  const asphalt = '#6c6a6b'
  const hills = `<path d="M0 ${horizon}Q220 ${horizon - random.int(40, 110)} 430 ${horizon - 10}T860 ${horizon - 16}T1280 ${horizon - 30}V${horizon + 20}H0Z" fill="${darker(land, 0.25)}"/>`
  const dashes = [0, 1, 2, 3]
    .map((index) => {
      const y = horizon + 30 + index * index * 42
      return `<rect x="${middle - 3 - index * 2}" y="${y}" width="${6 + index * 4}" height="${16 + index * 20}" fill="#efe9dc"/>`
    })
    .join('')
  const shrubs = Array.from({ length: 12 }, () => {
    const y = random.int(horizon + 16, 740)
    const size = (y - horizon) / 9 + 8
    const side = random.chance(0.5)
      ? random.int(20, middle - 170 - Math.round((y - horizon) * 0.7))
      : random.int(middle + 170 + Math.round((y - horizon) * 0.7), 1260)
    return `<ellipse cx="${side}" cy="${y}" rx="${size.toFixed(0)}" ry="${(size * 0.5).toFixed(0)}" fill="${mix(land, '#5d6b3d', 0.6)}"/>`
  }).join('')
  const barrierY = horizon + 150
  const stripes = Array.from(
    { length: 9 },
    (_, index) =>
      `<rect x="${middle - 220 + index * 50}" y="${barrierY}" width="25" height="22" fill="#b3392e"/>`,
  ).join('')
  return `<rect width="${WIDTH_PX}" height="${horizon + 20}" fill="${sky}"/>${hills}<rect y="${horizon}" width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="${land}"/>${shrubs}
<path d="M${middle - 22} ${horizon}L${middle + 22} ${horizon}L${middle + 430} ${HEIGHT_PX}L${middle - 430} ${HEIGHT_PX}Z" fill="${asphalt}"/>${dashes}
<path d="M${middle - 200} ${barrierY + 22}V${barrierY + 100}M${middle + 210} ${barrierY + 22}V${barrierY + 100}" stroke="#4a4848" stroke-width="12"/><rect x="${middle - 230}" y="${barrierY}" width="470" height="22" fill="#f4efe6"/>${stripes}${smoke(random, random.int(160, 380), horizon - 10, '#8d8782')}`
}

const draw: Readonly<Record<EvidenceScene, (random: Random) => string>> = {
  'sketch-map': sketchMap,
  skyline,
  road,
}

export function evidenceSvg(seed: number, caption: string, scene?: EvidenceScene): string {
  const random = createRandom(seed)
  const chosen = scene ?? random.pick(SCENES)
  const markWidth = letteringWidth('DEMO', 30)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}">${draw[chosen](random)}<rect y="${HEIGHT_PX - BAND_PX}" width="${WIDTH_PX}" height="${BAND_PX}" fill="#1d232b"/>${fittedLettering(caption, 32, HEIGHT_PX - BAND_PX + 24, 24, WIDTH_PX - 300, { colour: '#ffffff' })}<rect x="${WIDTH_PX - markWidth - 72}" y="${HEIGHT_PX - BAND_PX}" width="${markWidth + 72}" height="${BAND_PX}" fill="#c0392b"/>${lettering('DEMO', WIDTH_PX - markWidth - 36, HEIGHT_PX - BAND_PX + 21, 30, { colour: '#ffffff' })}</svg>`
}

/** A drawn scene with its caption and a DEMO mark, as JPEG. The caption is drawn in Latin capitals. */
export async function evidenceImage(
  seed: number,
  caption: string,
  scene?: EvidenceScene,
): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(evidenceSvg(seed, caption, scene)))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const pdfText = (text: string): string => {
  if (!/^[\x20-\x7e]*$/.test(text))
    throw new RangeError('evidencePdf() writes ASCII only; the standard fonts have nothing else')
  return text.replace(/[\\()]/g, '\\$&')
}

/** One A4 page by hand: five objects, a cross-reference table with exact offsets, Helvetica which every reader has. */
export function evidencePdf(title: string, lines: readonly string[]): Buffer {
  const rows = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n')
  const content = `0.75 0.22 0.17 rg\nBT /F1 13 Tf 56 790 Td (DEMO - invented document) Tj ET\n0 0 0 rg\nBT /F1 18 Tf 56 752 Td (${pdfText(title)}) Tj ET\nBT /F1 11 Tf 16 TL 56 716 Td\n${rows}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const startOfTable = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${startOfTable}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Every evidence item has its own seed. */
export const evidenceSeed = (reportIndex: number, itemIndex: number): number =>
  seedOf(`evidence ${reportIndex}.${itemIndex}`)
