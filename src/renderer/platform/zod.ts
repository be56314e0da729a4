/**
 * zod as this interface uses it: every `import 'zod'` of the renderer comes here (electron.vite.config.ts). It compiles
 * validators with `new Function` unless told otherwise before the first schema is made, and the content security policy
 * forbids that.
 */
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
