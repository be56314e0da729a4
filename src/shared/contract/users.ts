import * as z from 'zod'
import { defineRoute } from './define-route.ts'
import { CardId, FoundMember } from './schemas.ts'

const blankAsAbsent = (schema: z.ZodType<string>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.optional(),
  )

export const searchUser = defineRoute({
  id: 'user.search',
  method: 'POST',
  path: '/api/user/search',
  summary:
    'Find a person by exact card id, e-mail or phone: one object when one matches, a list otherwise.',
  access: 'staff',
  request: {
    body: z
      .object({
        id: blankAsAbsent(CardId).describe('Card id with or without prefix'),
        email: blankAsAbsent(z.string().max(254)).describe('Exact, whatever the case'),
        phone: blankAsAbsent(z.string().max(24)).describe(
          'With country code; blanks, dots and a leading + or 00 are ignored',
        ),
        firstName: blankAsAbsent(z.string().max(80)).describe(
          'Narrows the result; alone it finds nobody',
        ),
        lastName: blankAsAbsent(z.string().max(80)).describe(
          'Narrows the result; alone it finds nobody',
        ),
      })
      .refine(
        (body) => body.id !== undefined || body.email !== undefined || body.phone !== undefined,
        {
          error: 'Give a card id, an e-mail or a phone number',
          path: ['id'],
        },
      ),
  },
  reply: z.union([FoundMember, z.array(FoundMember)]),
  limits: [{ per: 'caller', max: 60, windowS: 60 }],
  audit: 'member.searched',
  changes: false,
  errors: [],
})
