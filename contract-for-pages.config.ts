/**
 * Takes out of the contract what only the server, the page of the API and the tests read: descriptions and examples of fields,
 * and what a route says about its limits, refusals and audit rows. A page that calls one route fetched them for all
 * routes of its feature.
 */
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

const FOR_THE_SERVER: ReadonlySet<string> = new Set([
  'summary',
  'limits',
  'reveals',
  'audit',
  'errors',
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

export function contractForPages(): Plugin {
  return {
    name: 'wld-contract-for-pages',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/[\\/]shared[\\/]contract[\\/].+\.ts$/.test(id)) return null
      let code = ''
      let at = 0
      for (const { start, end } of cutsOf(id, source).toSorted((a, b) => a.start - b.start)) {
        if (start < at) continue // inside of what is cut out already
        code += source.slice(at, start)
        at = end
      }
      return { code: code + source.slice(at), map: null }
    },
  }
}
