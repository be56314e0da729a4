/** What events and articles have in common: texts in three languages, a readable id, a version. */
import * as z from 'zod'
import { LANGUAGES } from '../../domain/text/languages.ts'
import { faultsOfWords } from '../../domain/text/written-languages.ts'
import { ColumnInteger } from './schemas.ts'
import { textOf } from './text-fields.ts'

export const ContentId = textOf('code')
  .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'Small letters, digits and hyphens')
  .meta({ examples: ['general-assembly'] })

/** The same texts in each language. */
export const inLanguages = <S extends z.ZodType>(words: S) =>
  z.object({ en: words, ar: words, fr: words })
export const BorrowedLanguages = z
  .array(z.enum(LANGUAGES))
  .describe(
    'Languages that have no words of their own: they are given those of another, English first',
  )
export const Version = z.int().describe('Grows with every change')
/** Version that the caller read: a change that was made since is not overwritten. */
export const readVersion = ColumnInteger.min(1)
  .optional()
  .describe(
    'The version that was read; 409 with the present state when it is no longer the present one',
  )

type WrittenIn<K extends string> = {
  readonly status: string
  readonly content: Parameters<typeof faultsOfWords<K>>[0]
}
/** Reports each missing text under its own path. */
export const isWritten =
  <K extends string>(required: readonly K[]) =>
  ({ status, content }: WrittenIn<K>, context: z.RefinementCtx): void => {
    for (const { language, field } of faultsOfWords(content, required, {
      draft: status === 'draft',
    }))
      context.addIssue({
        code: 'too_small',
        minimum: 1,
        origin: 'string',
        inclusive: true,
        message: 'Required',
        path: ['content', language, field],
      })
  }
