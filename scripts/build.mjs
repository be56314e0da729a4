// npm run build: builds all parts, or those that are named: `npm run build -- desktop`.
import { build, PARTS } from './lib/build.mjs'
import { fail } from './lib/node.mjs'

const parts = process.argv.slice(2)
const unknown = parts.filter((part) => !PARTS.includes(part))
if (unknown.length > 0)
  fail(`There is no part ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`)
build(parts.length > 0 ? parts : PARTS)
