import { existsSync, readdirSync, readFileSync } from 'node:fs'

const WEB = 'out/web'

const scriptsOf = (html) => [
  ...new Set([...html.matchAll(/(?:src|href|content)="\/([^"]+\.js)"/g)].map(([, path]) => path)),
]

/**
 * The scripts that a browser fetches before a page stands, with the texts of Arabic, which are the longest: the HTML of each
 * page names them (page-variants.config.ts). Parts that a page fetches later are not among them.
 */
function loadOf(page) {
  const path = `${WEB}/pages/ar/${page}.html`
  if (!existsSync(path)) throw new Error('Build first: npm run build:web')
  const scripts = scriptsOf(readFileSync(path, 'utf8'))
  if (scripts.length < 5)
    throw new Error('The build looks different from what .size-limit.mjs reads')
  return scripts.map((name) => `${WEB}/${name}`)
}

/** What a browser fetches before the form for witnesses stands. */
function tellLoad() {
  const html = readFileSync(`${WEB}/tell.html`, 'utf8')
  const scripts = scriptsOf(html).map((name) => `${WEB}/${name}`)
  const texts = readdirSync(`${WEB}/assets`).filter((name) => /^tell-texts-ar-.+\.js$/.test(name))
  if (scripts.length === 0 || texts.length !== 1)
    throw new Error('The build looks different from what .size-limit.mjs reads')
  return [...scripts, `${WEB}/assets/${texts[0]}`]
}

/** What an Arabic page writes in: two weights of Arabic, and one file of Latin letters and digits. */
const fonts = () =>
  readdirSync(`${WEB}/assets`)
    .filter((name) => /^(?:arabic-letters|noto).+\.woff2$/.test(name))
    .map((name) => `${WEB}/assets/${name}`)

/** In kB with brotli, as the server sends them. A page that grows over its limit fetches what it does not show at first. */
const PAGES = {
  home: 114.5,
  login: 150,
  reports: 172,
  'id-card': 184,
  register: 259,
  events: 164,
  news: 158.5,
  donate: 192.5,
}

export default [
  {
    name: 'first load of the page for witnesses',
    path: tellLoad(),
    limit: '130 kB',
    gzip: true,
    brotli: false,
  },
  ...Object.entries(PAGES).map(([page, limit]) => ({
    name: `scripts of /${page}`,
    path: loadOf(page),
    limit: `${limit} kB`,
  })),
  { name: 'fonts', path: fonts(), limit: '79 kB', brotli: false },
  { name: 'preload', path: 'out/preload/index.cjs', limit: '60 kB', brotli: false },
]
