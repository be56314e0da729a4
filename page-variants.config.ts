/**
 * Writes, for each page and language, the HTML that starts it: marked with its language, and naming the files that the
 * page will need, so that a phone on a slow line fetches them side by side and not one after the other. Pages that say so in
 * the route table are also written ahead. The server picks the variant (src/server/http/page-variants.ts); index.html alone works as well.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL, fileURLToPath, URL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { chunkOf, chunks, closure } from './service-worker.config.ts'
import { type Language, LANGUAGES, textDirection } from './src/shared/domain/languages.ts'

type Bundle = Rollup.OutputBundle
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ROOT = '<div id="root"></div>'

interface Page {
  readonly path: string
  /** Module of the page; undefined for the one that comes with the shell. */
  readonly module: string | undefined
}

/** From the table's own folder, or from a feature beside it. */
function moduleOf(entry: string): string | undefined {
  const [, feature, own] = /import\('(?:\.\.\/(features\/[^']+)|\.\/([^']+))'\)/.exec(entry) ?? []
  return feature ?? (own === undefined ? undefined : `app/${own}`)
}

/** Read from the route table's source: to run it, the whole interface would have to run. */
function pagesOf(source: string): Page[] {
  const table = source.slice(
    source.indexOf('export const ROUTES'),
    source.indexOf('export const KNOWN_PATHS'),
  )
  const pages = table
    .split(/\bpath: '/)
    .slice(1)
    .map((entry): Page => ({
      path: entry.slice(0, entry.indexOf("'")),
      module: moduleOf(entry),
    }))
    .filter(({ path }) => !path.startsWith('/dev/')) // not in this build
  const eager = pages.filter(({ module }) => module === undefined)
  if (pages.length < 2 || eager.length !== 1 || eager[0]?.path !== '/')
    throw new Error('The route table looks different from what page-variants.config.ts reads')
  return pages
}

const NAMESPACE = /useTranslation\(\s*(?:\[\s*)?["'`](\w+)["'`]/g

/** What app/router.tsx loads together with a page. */
const WITH_EACH_PAGE = ['ui', 'problems']

/** Texts that the page's modules ask for by name and the shell does not bring. */
function textChunks(bundle: Bundle, files: readonly string[], language: Language): string[] {
  const names = new Set(
    chunks(bundle)
      .filter(({ fileName }) => files.includes(fileName))
      .flatMap(({ code }) => [...code.matchAll(NAMESPACE)].map(([, name]) => name)),
  )
  for (const name of WITH_EACH_PAGE) names.add(name)
  return [...names].flatMap((name) => {
    const texts = chunks(bundle).find(({ moduleIds }) =>
      moduleIds.some((id) =>
        id.replaceAll('\\', '/').endsWith(`/locales/${language}/${name}.json`),
      ),
    )
    return texts === undefined ? [] : [texts.fileName]
  })
}

function hints(
  bundle: Bundle,
  { module }: Page,
  language: Language,
  known: ReadonlySet<string>,
): string {
  const needed = ['/platform/data-scope.tsx', `/${module}`].flatMap((id) =>
    module === undefined ? [] : closure(bundle, chunkOf(bundle, id)),
  )
  const files = new Set([
    ...closure(bundle, chunkOf(bundle, `/i18n/shell-${language}.ts`)),
    ...needed,
    ...(module === undefined ? [] : textChunks(bundle, needed, language)),
  ])
  return [...files]
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      if (name.endsWith('.js')) return [`<link rel="modulepreload" crossorigin href="/${name}">`]
      return name.endsWith('.css') ? [`<link rel="stylesheet" crossorigin href="/${name}">`] : []
    })
    .join('\n    ')
}

type Audience = 'visitor' | 'member'
type Ahead = Readonly<
  Record<string, { readonly audience: Audience } & Readonly<Record<Language, string>>>
>

/** Draws the pages for one kind of person in Node, from a build of its own that never leaves the temporary folder. */
async function drawAhead(audience: Audience): Promise<Ahead> {
  const outDir = await mkdtemp(join(at('./node_modules'), '.wld-prerender-'))
  try {
    await build({
      configFile: false,
      root: at('./src/renderer'),
      logLevel: 'warn',
      publicDir: false,
      define: { AHEAD_FOR: JSON.stringify(audience) },
      resolve: { alias: { '@platform': at('./src/renderer/platform/prerender.ts') } },
      build: {
        ssr: at('./src/renderer/app/prerender.tsx'),
        outDir,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const { PAGES_AHEAD, pageAhead } = (await import(
      pathToFileURL(join(outDir, 'prerender.mjs')).href
    )) as Prerender // just built
    const drawn: Record<string, { audience: Audience } & Record<Language, string>> = {}
    for (const path of PAGES_AHEAD[audience]) drawn[path] = { audience, en: '', ar: '', fr: '' }
    // A language at a time: the texts are those of one instance.
    for (const language of LANGUAGES)
      for (const [path, page] of Object.entries(drawn))
        page[language] = await pageAhead(path, language)
    return drawn
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
interface Prerender {
  readonly PAGES_AHEAD: Readonly<Record<Audience, readonly string[]>>
  readonly pageAhead: (path: string, language: Language) => Promise<string>
}

/** What is written ahead is painted before the script is fetched: public/after-paint.js starts it. */
function writtenAhead(html: string, content: string, audience: Audience): string {
  const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  const address = entry.exec(html)?.[1]
  if (address === undefined) throw new Error('index.html starts no module')
  return (
    html
      .replace('<html ', `<html data-ahead-for="${audience}" `)
      .replace(
        entry,
        `<meta name="entry" content="${address}" />\n    <script defer src="/after-paint.js"></script>`,
      )
      .replaceAll('<link rel="modulepreload" crossorigin', '<link rel="x-later" crossorigin')
      // A form that nobody listens to yet takes no input: what was typed could not be kept.
      .replace(
        ROOT,
        () =>
          `<div id="root" data-ahead${content.includes('<form') ? ' inert' : ''}>${content}</div>`,
      )
  )
}

export function pageVariants(): Plugin {
  return {
    name: 'wld-page-variants',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const outDir = dir ?? 'out/web'
      const html = await readFile(join(outDir, 'index.html'), 'utf8')
      if (!html.includes(ROOT) || !html.includes('<html lang="en" dir="ltr">'))
        throw new Error('index.html looks different from what page-variants.config.ts reads')
      const known = new Set(
        [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? ''),
      )
      const pages = pagesOf(await readFile(at('./src/renderer/app/routes.ts'), 'utf8'))
      const ahead: Ahead = { ...(await drawAhead('visitor')), ...(await drawAhead('member')) }
      const files: { path: string; name: string }[] = []
      for (const page of [...pages, { path: '*', module: undefined }]) {
        const name =
          page.path === '/'
            ? 'home'
            : page.path === '*'
              ? 'other'
              : page.path.slice(1).replaceAll(/[^a-z-]+/g, '-')
        files.push({ path: page.path, name })
        for (const language of LANGUAGES) {
          const variant = html
            .replace(
              '<html lang="en" dir="ltr">',
              `<html lang="${language}" dir="${textDirection(language)}">`,
            )
            .replace('</head>', `  ${hints(bundle, page, language, known)}\n  </head>`)
          const drawn = ahead[page.path]
          await mkdir(join(outDir, 'pages', language), { recursive: true })
          await writeFile(
            join(outDir, 'pages', language, `${name}.html`),
            drawn === undefined ? variant : writtenAhead(variant, drawn[language], drawn.audience),
          )
        }
      }
      await writeFile(join(outDir, 'pages', 'pages.json'), `${JSON.stringify(files)}\n`)
    },
  }
}
