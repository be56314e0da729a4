/**
 * Cover pictures of events and news, 1200 x 630, drawn by code. Important parts are in the middle,
 * because cards crop the picture.
 */
import { loadSharp } from '../parts/files/pictures.ts'
import { darker, lighter, mix } from './portrait/colour.ts'
import { createRandom, seedOf } from './random.ts'
import { threeStars } from './shapes.ts'

export const COVER_IDS = [
  'general-assembly',
  'official-launch',
  'website-launch',
  'partnerships',
] as const
export type CoverId = (typeof COVER_IDS)[number]

const WIDTH_PX = 1200
const HEIGHT_PX = 630

/** The colours of the association's flag (docs/spec/pages.md, 5), toned so that they sit side by side. */
const FLAG = {
  red: '#c23b3b',
  white: '#fbf8f1',
  yellow: '#eab83f',
  green: '#2f7d55',
  black: '#20242b',
} as const
const SKINS = ['#4a2c1f', '#6b412c', '#8d5a3b', '#ad7850', '#5a3726', '#d3a27a']
const CLOTHS = [
  '#27566b',
  '#8c4a5c',
  '#b08a4a',
  '#375a4c',
  '#5a4a7d',
  '#c8553d',
  '#2a9d8f',
  '#41507e',
]

/** A person seen from behind, waist up; the women with a tobe over the head, some men with a turban. */
function fromBehind(
  x: number,
  y: number,
  scale: number,
  look: { skin: string; cloth: string; head: 'hair' | 'scarf' | 'turban' },
): string {
  const body = `<path d="M-78 170C-78 70 -40 46 0 46S78 70 78 170Z" fill="${look.cloth}"/>`
  const neck = `<rect x="-15" y="20" width="30" height="40" rx="12" fill="${darker(look.skin, 0.2)}"/>`
  const head =
    look.head === 'scarf'
      ? `<path d="M0 -58C-48 -58 -54 -10 -50 30C-48 56 -62 70 -72 96L72 96C62 70 48 56 50 30C54 -10 48 -58 0 -58Z" fill="${lighter(look.cloth, 0.16)}"/><path d="M-20 -40C-38 -8 -34 40 -46 80" stroke="${darker(look.cloth, 0.1)}" stroke-width="4" fill="none" opacity=".5"/>`
      : `<ellipse cx="0" cy="-6" rx="37" ry="46" fill="${look.skin}"/><ellipse cx="-38" cy="0" rx="7" ry="11" fill="${look.skin}"/><ellipse cx="38" cy="0" rx="7" ry="11" fill="${look.skin}"/>` +
        (look.head === 'turban'
          ? `<path d="M-46 -6C-62 -50 -34 -74 0 -74S62 -50 46 -6C30 -20 -30 -20 -46 -6Z" fill="#f8f4ea"/><path d="M-44 -14C-20 -44 10 -56 36 -60M-50 -34C-30 -56 -10 -64 8 -70M44 -14C30 -34 10 -42 -10 -44" stroke="#d9d2c1" stroke-width="4" fill="none"/>`
          : `<path d="M-38 10C-46 -40 -28 -58 0 -58S46 -40 38 10C30 26 -30 26 -38 10Z" fill="#1c1512"/>`)
  return `<g transform="translate(${x} ${y}) scale(${scale})">${neck}${body}${head}</g>`
}

/** Rows of members before a stage; some hold up a voting card in one of the flag's colours. */
function generalAssembly(): string {
  const random = createRandom(seedOf('general-assembly'))
  const wall = '#efe3cf'
  const rows = [
    { y: 372, scale: 0.62, step: 96, shift: 10 },
    { y: 446, scale: 0.86, step: 132, shift: -30 },
    { y: 546, scale: 1.18, step: 182, shift: 20 },
  ]
  const people = rows.map((row, rowIndex) => {
    const shapes: string[] = []
    for (let x = row.shift; x < WIDTH_PX + 80; x += row.step) {
      const jitter = random.int(-10, 10)
      const skin = random.pick(SKINS)
      const cloth = mix(random.pick(CLOTHS), wall, 0.32 - rowIndex * 0.15)
      const raised = random.chance(0.34)
      if (raised) {
        const card = random.pick([FLAG.red, FLAG.green, FLAG.yellow])
        shapes.push(
          `<g transform="translate(${x + jitter + 46 * row.scale} ${row.y}) scale(${row.scale})"><path d="M22 120Q40 20 24 -62" stroke="${cloth}" stroke-width="26" fill="none" stroke-linecap="round"/><circle cx="23" cy="-72" r="15" fill="${skin}"/><rect x="-6" y="-140" width="58" height="66" rx="6" fill="${card}" transform="rotate(6 23 -100)"/></g>`,
        )
      }
      shapes.push(
        fromBehind(x + jitter, row.y + random.int(-6, 6), row.scale, {
          skin,
          cloth,
          head: random.weighted([
            ['hair', 5],
            ['scarf', 5],
            ['turban', 2],
          ] as const),
        }),
      )
    }
    return shapes.join('')
  })
  const windows = [90, 250, 950, 1110]
    .map(
      (x) =>
        `<path d="M${x - 48} 300V150A48 48 0 0 1 ${x + 48} 150V300Z" fill="#d8e8ec"/><path d="M${x} 102V300M${x - 48} 200H${x + 48}" stroke="#fff" stroke-width="6"/>`,
    )
    .join('')
  const bars = [60, 84, 72, 104, 92]
    .map(
      (height, index) =>
        `<rect x="${410 + index * 52}" y="${240 - height}" width="32" height="${height}" rx="4" opacity="${(0.45 + index * 0.13).toFixed(2)}"/>`,
    )
    .join('')
  const stage = `<rect x="350" y="60" width="500" height="216" rx="12" fill="${FLAG.white}"/><rect x="350" y="60" width="500" height="54" rx="12" fill="${FLAG.green}"/><rect x="350" y="100" width="500" height="14" fill="${FLAG.green}"/>${threeStars(600, 88, 15, FLAG.yellow)}
<g fill="${FLAG.green}">${bars}</g><path d="M700 160h104M700 186h80M700 212h96" stroke="#cfc6b3" stroke-width="10" stroke-linecap="round"/>
<rect y="300" width="${WIDTH_PX}" height="40" fill="#9c7448"/><rect y="300" width="${WIDTH_PX}" height="8" fill="#b98d5c"/>`
  const speaker = `<g transform="translate(600 262)"><path d="M-54 60L-44 -6H44L54 60Z" fill="#7d5a35"/><rect x="-54" y="-14" width="108" height="12" rx="4" fill="#8f6a40"/></g><g transform="translate(600 214) scale(.5)"><path d="M-74 90C-70 46 -40 34 0 34S70 46 74 90Z" fill="#8c4a5c"/><path d="M0 -60C-46 -60 -52 -16 -48 24C-46 44 -56 60 -66 90L66 90C56 60 46 44 48 24C52 -16 46 -60 0 -60Z" fill="#d1567a"/><ellipse cx="0" cy="-2" rx="32" ry="42" fill="#6b412c"/></g>`
  return `<rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="${wall}"/>${windows}${stage}${speaker}<rect y="340" width="${WIDTH_PX}" height="290" fill="#d9c4a0"/>${people.join('')}`
}

/** Sunrise over a river, two sails, and lines of pennants: a beginning. */
function officialLaunch(): string {
  const colours = [FLAG.red, FLAG.white, FLAG.yellow, FLAG.green, FLAG.black]
  const pennants = (
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    sag: number,
    count: number,
  ): string => {
    const at = (t: number): readonly [number, number] => [
      x0 + (x1 - x0) * t,
      y0 + (y1 - y0) * t + 4 * sag * t * (1 - t),
    ]
    const flags = Array.from({ length: count }, (_, index) => {
      const [ax, ay] = at((index + 0.12) / count)
      const [bx, by] = at((index + 0.88) / count)
      return `<path d="M${ax.toFixed(0)} ${ay.toFixed(0)}L${bx.toFixed(0)} ${by.toFixed(0)}L${((ax + bx) / 2).toFixed(0)} ${((ay + by) / 2 + 52).toFixed(0)}Z" fill="${colours[index % colours.length]}"/>`
    })
    const rope = `M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + 2 * sag} ${x1} ${y1}`
    return `<path d="${rope}" stroke="#5a4632" stroke-width="4" fill="none"/>${flags.join('')}`
  }
  const rays = Array.from({ length: 17 }, (_, index) => {
    const angle = Math.PI + (Math.PI * (index + 0.5)) / 17
    const spread = 0.045
    const point = (a: number): string =>
      `${(600 + Math.cos(a) * 900).toFixed(0)} ${(400 + Math.sin(a) * 900).toFixed(0)}`
    return `<path d="M600 400L${point(angle - spread)}L${point(angle + spread)}Z"/>`
  }).join('')
  const sail = (x: number, y: number, scale: number, colour: string): string =>
    `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0 0L6 -176M-52 -6L80 -224" stroke="#4d3a28" stroke-width="6" stroke-linecap="round"/><path d="M-46 -14Q-34 -120 74 -214Q84 -96 66 -14Q10 -30 -46 -14Z" fill="${colour}"/><path d="M-70 0H84Q66 36 10 36H-30Q-60 34 -70 0Z" fill="#5a3d26"/><path d="M-66 48H80" stroke="#ffffff" stroke-width="5" opacity=".4"/></g>`
  const palm = (x: number, y: number, scale: number): string => {
    const leaves = [-160, -130, -96, -60, -28, 4, -190]
      .map((angle) => `<path d="M0 0Q34 -22 84 6Q40 -4 0 0Z" transform="rotate(${angle + 10})"/>`)
      .join('')
    return `<g transform="translate(${x} ${y}) scale(${scale})" fill="#274f3d"><path d="M-6 190Q-2 90 -4 0H6Q10 90 12 190Z" fill="#4a3826"/>${leaves}</g>`
  }
  const ripples = Array.from(
    { length: 9 },
    (_, index) =>
      `<rect x="${600 - 150 + index * 9}" y="${420 + index * 24}" width="${300 - index * 18}" height="8" rx="4" fill="#ffe2a0" opacity="${(0.8 - index * 0.07).toFixed(2)}"/>`,
  ).join('')
  return `<linearGradient id="dawn" x2="0" y2="1"><stop stop-color="#8fb8c9"/><stop offset=".55" stop-color="#f4d9a8"/><stop offset="1" stop-color="#f2b56b"/></linearGradient><rect width="${WIDTH_PX}" height="410" fill="url(#dawn)"/><g fill="#fff3d0" opacity=".28">${rays}</g><circle cx="600" cy="400" r="132" fill="#ffd873"/><circle cx="600" cy="400" r="104" fill="#ffe9a8"/>
<path d="M0 400Q160 340 330 392T640 398T930 384T1200 372V420H0Z" fill="#58775f"/><rect y="400" width="${WIDTH_PX}" height="230" fill="#2f7088"/><path d="M0 400H1200V410H0Z" fill="#6fa3b0"/>${ripples}
${sail(300, 508, 1.05, '#fbf4e4')}${sail(905, 470, 0.72, '#f6dcc0')}${palm(92, 300, 1.25)}${palm(1128, 268, 1.4)}${palm(1058, 318, 1)}<path d="M0 560Q90 500 200 566T330 630H0ZM1200 540Q1090 500 1010 572T880 630H1200Z" fill="#3d5b3f"/>
${pennants(-20, 30, 620, 40, 58, 11)}${pennants(580, 40, 1220, 26, 58, 11)}${threeStars(600, 212, 24, FLAG.white)}`
}

/** A laptop and a phone with pages that mirror each other: one in left-to-right, one in right-to-left script. */
function websiteLaunch(): string {
  const line = (x: number, y: number, width: number, colour: string, height = 12): string =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${colour}"/>`
  const card = (x: number, y: number, colour: string): string =>
    `<rect x="${x}" y="${y}" width="150" height="132" rx="10" fill="#ffffff"/><path d="M${x} ${y + 66}V${y + 10}a10 10 0 0 1 10 -10H${x + 140}a10 10 0 0 1 10 10V${y + 66}Z" fill="${colour}"/>${line(x + 14, y + 82, 110, '#c9d2d9', 10)}${line(x + 14, y + 104, 76, '#dfe5ea', 10)}`
  const squares = createRandom(7)
  const code = Array.from({ length: 196 }, (_, index) =>
    squares.chance(0.5)
      ? `<rect x="${(index % 14) * 6}" y="${Math.floor(index / 14) * 6}" width="6" height="6"/>`
      : '',
  ).join('')
  const finder = (x: number, y: number): string =>
    `<rect x="${x - 3}" y="${y - 3}" width="30" height="30" fill="#fff"/><rect x="${x + 2}" y="${y + 2}" width="20" height="20" fill="none" stroke="${FLAG.black}" stroke-width="4"/><rect x="${x + 8}" y="${y + 8}" width="8" height="8"/>`
  return `<rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#dcebe7"/><circle cx="230" cy="120" r="210" fill="#cfe3dd"/><circle cx="1040" cy="540" r="260" fill="#cfe3dd"/><path d="M0 540H1200V630H0Z" fill="#b7d1c8"/>
<rect x="220" y="92" width="640" height="416" rx="22" fill="${FLAG.black}"/><rect x="240" y="112" width="600" height="372" rx="6" fill="#f4f7f6"/><path d="M150 508H930L962 548Q964 560 946 560H134Q116 560 118 548Z" fill="#8f9aa3"/><path d="M150 508H930L936 516H144Z" fill="#b9c2c9"/><rect x="470" y="508" width="140" height="12" rx="6" fill="#78838c"/>
<rect x="240" y="112" width="600" height="46" fill="${FLAG.green}"/>${threeStars(290, 135, 9, FLAG.yellow)}${line(560, 129, 52, '#8fc0a6')}${line(628, 129, 52, '#8fc0a6')}${line(696, 129, 52, '#8fc0a6')}<rect x="764" y="122" width="60" height="26" rx="13" fill="${FLAG.yellow}"/>
<rect x="240" y="158" width="600" height="132" fill="#e3efe9"/>${line(268, 186, 270, FLAG.black, 20)}${line(268, 218, 200, FLAG.black, 20)}<rect x="268" y="252" width="116" height="26" rx="13" fill="${FLAG.red}"/><circle cx="728" cy="226" r="56" fill="#f2cf7a"/><path d="M640 290Q690 220 740 262T840 236V290Z" fill="${FLAG.green}"/>
${card(268, 316, '#9bc3d6')}${card(446, 316, '#e3b88f')}${card(624, 316, '#a9c8a1')}
<g transform="translate(806 214)"><rect width="214" height="380" rx="30" fill="${FLAG.black}"/><rect x="12" y="12" width="190" height="356" rx="20" fill="#ffffff"/><rect x="12" y="12" width="190" height="56" rx="20" fill="${FLAG.green}"/><rect x="12" y="46" width="190" height="22" fill="${FLAG.green}"/><circle cx="34" cy="42" r="9" fill="${FLAG.yellow}"/>${line(110, 36, 74, '#8fc0a6')}
<rect x="28" y="86" width="158" height="106" rx="12" fill="#e9f1ed" stroke="${FLAG.green}" stroke-width="3"/><circle cx="156" cy="120" r="17" fill="#8d5a3b"/><path d="M130 162Q134 140 156 140T182 162Z" fill="#41507e"/>${line(42, 108, 80, FLAG.black, 11)}${line(66, 128, 56, '#aab6bf', 9)}<rect x="28" y="176" width="158" height="16" rx="8" fill="${FLAG.red}"/>
<g transform="translate(65 206)" fill="${FLAG.black}">${code}${finder(0, 0)}${finder(60, 0)}${finder(0, 60)}</g>${line(44, 298, 140, '#c9d2d9', 10)}${line(84, 318, 100, '#dfe5ea', 10)}<rect x="62" y="340" width="90" height="8" rx="4" fill="#c9d2d9"/></g>`
}

/** A bridge between two banks, people of both walking towards each other. */
function partnerships(): string {
  const arch = (x: number): string => `M${x} 470V436A92 54 0 0 1 ${x + 184} 436V470Z`
  const house = (
    x: number,
    y: number,
    width: number,
    height: number,
    fill: string,
    roof: 'flat' | 'gable' | 'dome',
  ): string => {
    const top =
      roof === 'flat'
        ? `<rect x="${x - 5}" y="${y - 10}" width="${width + 10}" height="14" fill="${darker(fill, 0.15)}"/>`
        : roof === 'gable'
          ? `<path d="M${x - 8} ${y}L${x + width / 2} ${y - 62}L${x + width + 8} ${y}Z" fill="#6d7a8a"/>`
          : `<path d="M${x + 6} ${y}A${width / 2 - 6} ${width / 2 - 6} 0 0 1 ${x + width - 6} ${y}Z" fill="${lighter(fill, 0.25)}"/>`
    const panes: string[] = []
    for (let wy = y + 24; wy < y + height - 40; wy += 52)
      for (let wx = x + 18; wx < x + width - 26; wx += 40)
        panes.push(
          `<rect x="${wx}" y="${wy}" width="20" height="28" rx="${roof === 'dome' ? 10 : 2}" fill="${darker(fill, 0.42)}" opacity=".7"/>`,
        )
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>${top}${panes.join('')}`
  }
  // The deck is the quadratic curve from (110, 420) over (600, 268) to (1090, 420).
  const deckY = (x: number): number =>
    Math.round(420 - 304 * ((x - 110) / 980) * (1 - (x - 110) / 980)) - 4
  const walker = (
    x: number,
    scale: number,
    direction: 1 | -1,
    cloth: string,
    skin: string,
    head: 'hair' | 'scarf' | 'turban',
    lower: string,
  ): string => {
    const cover =
      head === 'scarf'
        ? `<path d="M-2 -142C-24 -142 -24 -112 -20 -96L22 -96C22 -116 22 -142 -2 -142Z" fill="${lighter(cloth, 0.2)}"/><circle cx="5" cy="-118" r="13" fill="${skin}"/>`
        : head === 'turban'
          ? `<circle cx="2" cy="-118" r="17" fill="${skin}"/><path d="M-19 -122C-22 -148 24 -150 22 -124Q2 -134 -19 -122Z" fill="#f8f4ea"/>`
          : `<circle cx="2" cy="-118" r="17" fill="${skin}"/><path d="M-17 -114C-20 -144 24 -142 20 -126Q4 -132 -4 -124Q-6 -112 -17 -114Z" fill="#1c1512"/>`
    return `<g transform="translate(${x} ${deckY(x)}) scale(${scale * direction} ${scale})"><path d="M-10 -30L-20 0M8 -30L22 0" stroke="${lower}" stroke-width="14" stroke-linecap="round"/><path d="M-24 -26Q-26 -100 0 -102T26 -26Z" fill="${cloth}"/><path d="M8 -84Q24 -66 36 -58" stroke="${cloth}" stroke-width="12" fill="none" stroke-linecap="round"/><circle cx="39" cy="-56" r="7" fill="${skin}"/>${cover}</g>`
  }
  const water = Array.from(
    { length: 12 },
    (_, index) =>
      `<path d="M${(index * 263) % 1100} ${486 + index * 12}q24 -9 48 0t48 0" stroke="#a9d3de" stroke-width="5" fill="none" stroke-linecap="round"/>`,
  ).join('')
  return `<rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#f6e6cc"/><circle cx="600" cy="214" r="150" fill="#fbd88f"/>
<path d="M0 330Q220 250 430 330T860 320T1200 300V480H0Z" fill="#e7cfa6"/>
${house(14, 190, 96, 230, '#d9a577', 'flat')}${house(112, 236, 84, 190, '#eac9a0', 'dome')}${house(196, 270, 76, 150, '#c98d62', 'flat')}
${house(930, 246, 80, 170, '#dfe3e6', 'gable')}${house(1012, 188, 88, 230, '#c9d3dc', 'gable')}${house(1102, 232, 92, 190, '#e9e2d6', 'gable')}
<rect y="462" width="${WIDTH_PX}" height="170" fill="#5aa3b7"/>${water}
<path d="M0 400H170Q240 400 300 470L300 630H0ZM1200 400H1030Q960 400 900 470L900 630H1200Z" fill="#6f9163"/>
<path d="M110 420Q600 268 1090 420V470H110Z" fill="#b98b5e"/><path d="${arch(300)}${arch(508)}${arch(716)}" fill="#5aa3b7"/><path d="M110 420Q600 268 1090 420" stroke="#8d6640" stroke-width="12" fill="none"/>
<path d="M484 440H508V572H484ZM692 440H716V572H692Z" fill="#a87c51"/><path d="M474 560H518V574H474ZM682 560H726V574H682Z" fill="#8d6640"/>
${walker(360, 0.95, 1, '#8c4a5c', '#6b412c', 'scarf', '#4a2a35')}${walker(450, 1.02, 1, '#f4efe2', '#4a2c1f', 'turban', '#d8d0bd')}${walker(540, 1.02, 1, '#c8553d', '#5a3726', 'scarf', '#6b2f24')}
${walker(664, 1.02, -1, '#27566b', '#d3a27a', 'hair', '#23303a')}${walker(752, 1, -1, '#5a4a7d', '#8d5a3b', 'hair', '#2d2740')}${walker(842, 0.95, -1, '#375a4c', '#e2b893', 'hair', '#22342d')}
${threeStars(600, 92, 20, FLAG.green)}`
}

const DRAWINGS: Readonly<Record<CoverId, () => string>> = {
  'general-assembly': generalAssembly,
  'official-launch': officialLaunch,
  'website-launch': websiteLaunch,
  partnerships,
}

export function coverSvg(id: CoverId): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}">${DRAWINGS[id]()}</svg>`
}

export async function renderCover(id: CoverId): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(coverSvg(id)))
    .flatten({ background: '#ffffff' })
    .webp({ quality: 84 })
    .toBuffer()
}
