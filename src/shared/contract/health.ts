import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'

export const healthz = defineRoute({
  id: 'health.process',
  method: 'GET',
  path: '/healthz',
  summary: 'The process answers.',
  access: 'public',
  request: {},
  reply: z.object({ status: z.literal('ok'), version: z.string() }),
  limits: [],
  audit: null,
  errors: [],
})

export const readyz = defineRoute({
  id: 'health.ready',
  method: 'GET',
  path: '/readyz',
  summary:
    'Database and files answer; 503 names the part that does not, or `process` before a stop. An answer is kept for 5 seconds.',
  access: 'public',
  request: {},
  reply: z.object({
    status: z.literal('ready'),
    database: z.literal('ok'),
    files: z.literal('ok'),
  }),
  limits: [],
  audit: null,
  errors: ['not-ready'],
})

export const healthRoutes = [healthz, readyz] as const
