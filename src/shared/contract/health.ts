import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'

export const healthz = defineRoute({
  id: 'health.process',
  method: 'GET',
  path: '/healthz',
  summary: 'The process answers.',
  access: 'public',
  reply: z.object({ status: z.literal('ok'), version: z.string() }),
  limits: [],
  audit: null,
})

export const readyz = defineRoute({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  summary:
    'This server can serve; 503 names the part without which it cannot: `database`, or `process` before a stop. The body says whether files can be read and written, and whether the database refused the last write. It is kept for 5 seconds.',
  access: 'public',
  reply: z.object({
    status: z.literal('ready'),
    database: z.literal('ok'),
    files: z.enum(['ok', 'slow', 'away']),
    writes: z.enum(['ok', 'refused']),
  }),
  limits: [],
  audit: null,
  errors: ['not-ready'],
})

export const healthRoutes = [healthz, readyz] as const
