/**
 * Writes, for each page and language, the HTML that starts it: marked with its language, and naming the files that the
 * page will need, so that a phone on a slow line fetches them side by side and not one after the other. Pages that say so in
 * the route table are also written ahead. The server picks the variant (src/server/http/site/page-variants.ts); index.html alone works as well.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { pathToFileURL, fileURLToPath, URL } from 'node:url'
import { build, type ESTree, parseSync, type Plugin, type Rollup, Visitor } from 'vite'
import { chunkOf, chunks, closure } from './service-worker.config.ts'
import { type Language, LANGUAGES, textDirection } from './src/shared/domain/text/languages.ts'

type Bundle = Rollup.OutputBundle
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const ROOT = '<div id="root"></div>'

interface Page {
  readonly path: string
  /** Module of the page; undefined for the one that is part of the first load. */
  readonly module: string | undefined
}

/** The text of a literal; undefined for any other node. */
const literal = (node: ESTree.Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** From the syntax tree of the route table: to run the table, the whole interface would have to run in Node. */
function pagesOf(source: string): Page[] {
  const { program } = parseSync('routes.ts', source)
  const table = program.body.find(
    (statement) =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'VariableDeclaration' &&
      statement.declaration.declarations.some(
        ({ id }) => id.type === 'Identifier' && id.name === 'ROUTES',
      ),
  )
  const pages: { path: string; module: string | undefined }[] = []
  const isInTable = ({ start, end }: ESTree.Node): boolean =>
    table !== undefined && start >= table.start && end <= table.end
  new Visitor({
    Property(node) {
      const path = literal(node.value)
      const isPath = node.key.type === 'Identifier' && node.key.name === 'path'
      if (isPath && path !== undefined && isInTable(node)) pages.push({ path, module: undefined })
    },
    // Stands inside of the object whose path was the last.
    ImportExpression(node) {
      const page = pages.at(-1)
      const module = literal(node.source)
      if (page !== undefined && module !== undefined && isInTable(node))
        page.module = posix.join('app', module)
    },
  }).visit(program)
  const built = pages.filter(({ path }) => !path.startsWith('/dev/')) // not in this build
  const eager = built.filter(({ module }) => module === undefined)
  if (built.length < 2 || eager.length !== 1 || eager[0]?.path !== '/')
    throw new Error('routes.ts exports no table ROUTES with one page that is not loaded lazily')
  return built
}

/** What app/router.tsx loads together with a page. */
const WITH_EACH_PAGE = ['ui', 'problems']

/** Namespaces that a module names in its calls of useTranslation. */
function namespacesOf(file: string, source: string): string[] {
  const names: (string | undefined)[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'useTranslation') return
      if (first?.type === 'ArrayExpression') names.push(...first.elements.map(literal))
      else names.push(literal(first))
    },
  }).visit(parseSync(file, source).program)
  return names.filter((name) => name !== undefined)
}

/** Texts that the page's modules use by name and that are not base texts. */
async function textChunks(
  bundle: Bundle,
  files: readonly string[],
  language: Language,
): Promise<string[]> {
  const modules = chunks(bundle)
    .filter(({ fileName }) => files.includes(fileName))
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => id.startsWith(at('./src/renderer/')) && /\.tsx?$/.test(id))
  const found = await Promise.all(
    modules.map(async (id) => namespacesOf(id, await readFile(id, 'utf8'))),
  )
  return [...new Set([...found.flat(), ...WITH_EACH_PAGE])].flatMap((name) => {
    const texts = chunks(bundle).find(({ moduleIds }) =>
      moduleIds.some((id) =>
        id.replaceAll('\\', '/').endsWith(`/locales/${language}/${name}.json`),
      ),
    )
    return texts === undefined ? [] : [texts.fileName]
  })
}

async function hints(
  bundle: Bundle,
  { module }: Page,
  language: Language,
  known: ReadonlySet<string>,
): Promise<string> {
  const needed = ['/platform/calls/data-scope.tsx', `/${module}`].flatMap((id) =>
    module === undefined ? [] : closure(bundle, chunkOf(bundle, id)),
  )
  const files = new Set([
    ...closure(bundle, chunkOf(bundle, `/i18n/base-${language}.ts`)),
    ...needed,
    ...(module === undefined ? [] : await textChunks(bundle, needed, language)),
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

/**
 * Renders the pages for one kind of user in Node, from a separate build in the temporary folder.
 */
async function drawAhead(audience: Audience): Promise<Ahead> {
  const outDir = await mkdtemp(join(at('./node_modules'), '.wld-prerender-'))
  try {
    await build({
      configFile: false,
      mode: 'web', // what only the desktop app has is left out
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
        rolldownOptions: {
          checks: { bundlerTimings: false },
          output: { entryFileNames: 'prerender.mjs' },
        },
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
      // A form without its script takes no input, because typed text would be lost.
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
            .replace('</head>', `  ${await hints(bundle, page, language, known)}\n  </head>`)
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
