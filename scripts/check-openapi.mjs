// The OpenAPI document is generated, written to test-results/openapi.json and linted with the rules of redocly.yaml.
// Runs on Node 24, which reads the TypeScript of the contract.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { openApiDocument } from '../src/server/http/openapi/openapi.ts'
import { fail, root, run } from './lib/node.mjs'

const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const folder = join(root, 'test-results')
const file = join(folder, 'openapi.json')

mkdirSync(folder, { recursive: true })
writeFileSync(
  file,
  `${JSON.stringify(openApiDocument(packageJson.version, 'https://members.example.org'), null, 2)}\n`,
)
const { code, output } = run('redocly', ['lint', file, '--config', join(root, 'redocly.yaml')], {
  env: QUIET,
  quiet: true,
})
if (code !== 0 || / warnings?\b/.test(output)) fail(output)
process.stdout.write(`The OpenAPI document is sound: ${file}\n`)
