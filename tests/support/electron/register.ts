/**
 * node --import tests/support/electron/register.ts out/main/index.js
 * Makes `electron` resolve to the stand-in. In plain Node, `require('electron')` of the real package would download it.
 */
import { registerHooks } from 'node:module'

/** Packages that a test does without. */
const MISSING = (process.env['STANDIN_MISSING'] ?? '').split(',')

const standIn = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (MISSING.includes(specifier)) throw new Error(`Cannot find package '${specifier}'`)
    return specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context)
  },
})
