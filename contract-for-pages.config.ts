/**
 * Takes out of the contract what only the server, the page of the API and the tests read: descriptions and examples of fields,
 * the schemas of requests, and what a route says about its access, limits, refusals and audit rows. A page that calls one route
 * fetched them for all routes of its feature. A constant that nothing else reads then goes as well.
 */
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

const FOR_THE_SERVER: ReadonlySet<string> = new Set([
  'summary',
  'request',
  'limits',
  'reveals',
  'audit',
  'errors',
  'access',
  'policy',
  'beforeFactor',
  'rawText',
  'traceless',
  'changes',
])
const DESCRIPTIONS: ReadonlySet<string> = new Set(['describe', 'meta'])

interface Cut {
  readonly start: number
  readonly end: number
}

function cutsOf(file: string, source: string): Cut[] {
  const cuts: Cut[] = []
  const isForTheServer = (property: ESTree.ObjectPropertyKind): boolean =>
    property.type === 'Property' &&
    property.key.type === 'Identifier' &&
    FOR_THE_SERVER.has(property.key.name)
  const withComma = ({ start, end }: Cut): Cut => ({
    start,
    end: end + (/^\s*,/.exec(source.slice(end))?.[0].length ?? 0),
  })
  new Visitor({
    CallExpression({ callee, arguments: [first], end }) {
      if (callee.type === 'MemberExpression' && !callee.computed) {
        if (callee.property.type === 'Identifier' && DESCRIPTIONS.has(callee.property.name))
          cuts.push({ start: callee.object.end, end })
      } else if (
        callee.type === 'Identifier' &&
        callee.name === 'defineRoute' &&
        first?.type === 'ObjectExpression'
      )
        cuts.push(...first.properties.filter(isForTheServer).map(withComma))
    },
  }).visit(parseSync(file, source).program)
  return cuts
}

/**
 * Where values of constants are computed. The bundler keeps a computed schema that nobody reads, because it cannot know
 * that `z.object({}).partial()` changes nothing.
 */
const valuesOf = (file: string, source: string): Cut[] =>
  parseSync(file, source)
    .program.body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((statement) =>
      statement?.type === 'VariableDeclaration' ? statement.declarations : [],
    )
    .flatMap(({ id, init }) =>
      id.type === 'Identifier' && init && !/Literal|Function/.test(init.type) ? [init] : [],
    )

/** The source with each of the places replaced by what `replace` makes of its text. */
function rewritten(
  source: string,
  places: readonly Cut[],
  replace: (text: string) => string,
): string {
  let code = ''
  let at = 0
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue // inside of what is replaced already
    code += source.slice(at, start) + replace(source.slice(start, end))
    at = end
  }
  return code + source.slice(at)
}

export function contractForPages(): Plugin {
  return {
    name: 'wld-contract-for-pages',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/[\\/]shared[\\/]contract[\\/].+\.ts$/.test(id)) return null
      const short = rewritten(source, cutsOf(id, source), () => '')
      const code = rewritten(
        short,
        valuesOf(id, short),
        (value) => `/* @__PURE__ */ (() => (${value}))()`,
      )
      return { code, map: null }
    },
  }
}
