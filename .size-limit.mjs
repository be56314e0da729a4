// What a browser fetches before the home page stands: the scripts that index.html names, and the texts of the language.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const WEB = 'out/web'

function firstLoad() {
  if (!existsSync(`${WEB}/index.html`)) throw new Error('Build first: npm run build:web')
  const html = readFileSync(`${WEB}/index.html`, 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `${WEB}/${path}`,
  )
  const texts = readdirSync(`${WEB}/assets`).filter((name) => /^base-ar-.+\.js$/.test(name)) // the longest of the three
  if (scripts.length < 2 || texts.length !== 1)
    throw new Error('The build looks different from what .size-limit.mjs reads')
  return [...scripts, `${WEB}/first-paint.js`, `${WEB}/assets/${texts[0]}`]
}

/** What a browser fetches before the form for witnesses stands. */
function tellLoad() {
  const html = readFileSync(`${WEB}/tell.html`, 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `${WEB}/${path}`,
  )
  const texts = readdirSync(`${WEB}/assets`).filter((name) => /^tell-texts-ar-.+\.js$/.test(name))
  if (scripts.length === 0 || texts.length !== 1)
    throw new Error('The build looks different from what .size-limit.mjs reads')
  return [...scripts, `${WEB}/first-paint.js`, `${WEB}/assets/${texts[0]}`]
}

export default [
  {
    name: 'first load of the home page',
    path: firstLoad(),
    limit: '130 kB',
    gzip: true,
    brotli: false,
  },
  {
    name: 'first load of the page for witnesses',
    path: tellLoad(),
    limit: '130 kB',
    gzip: true,
    brotli: false,
  },
  { name: 'preload', path: 'out/preload/index.cjs', limit: '60 kB', brotli: false },
]
