import * as z from 'zod'
import { defineRoute } from './base/define-route.ts'

export const about = defineRoute({
  id: 'site.about',
  method: 'GET',
  path: '/api/about',
  summary: 'What kind of server this is. Sample credentials exist with demonstration data only.',
  access: 'public',
  request: {},
  reply: z.object({
    demo: z
      .object({ administrator: z.object({ email: z.string(), password: z.string() }) })
      .nullable()
      .describe('null on every server that people work with'),
    evidence: z
      .object({
        filmMaxBytes: z
          .int()
          .describe('Longest film that is accepted as evidence')
          .meta({ examples: [209_715_200] }),
      })
      .optional()
      .describe('Missing on servers from before films were accepted'),
  }),
  limits: [{ per: 'network', max: 300, windowS: 60 }],
  audit: null,
  errors: [],
})

export const aboutRoutes = [about] as const
