import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, LANGUAGES } from '#shared/domain/languages.ts'
import { LANGUAGE_NAMES } from '../../../i18n/i18n.ts'
import type { ReasonTemplate } from '../../../ui/staff/reason-dialog.tsx'

export const REASONS = {
  approve: ['welcome', 'nameFromDocument'],
  reject: [
    'unreadable',
    'backMissing',
    'portrait',
    'dataDiffer',
    'expired',
    'underAge',
    'duplicate',
  ],
  delete: ['test', 'duplicate', 'wish'],
  portrait: ['notClear', 'otherPerson', 'covered', 'notAlone'],
} as const
export type ReasonKind = keyof typeof REASONS

/** The person's own language first, then the others as the interface orders them. */
export const languagesFrom = (first: Language): readonly Language[] => [
  first,
  ...LANGUAGES.filter((language) => language !== first),
]

/** What is often said, in every language: the mail is read by somebody who may not know the reviewer's. */
export function useReasons(
  kind: ReasonKind,
  reader: Language,
): readonly ReasonTemplate[] | 'loading' {
  const { t, i18n } = useTranslation('registrationRequests')
  const [ready, setReady] = useState(() =>
    LANGUAGES.every((language) => i18n.hasResourceBundle(language, 'registrationRequests')),
  )
  useEffect(() => {
    if (ready) return undefined
    let wanted = true
    // Only the texts of the present language come with the page.
    void i18n
      .reloadResources([...LANGUAGES], ['registrationRequests'])
      .then(() => wanted && setReady(true))
    return () => {
      wanted = false
    }
  }, [i18n, ready])
  if (!ready) return 'loading'
  return languagesFrom(reader).flatMap((language) =>
    REASONS[kind].map((reason) => ({
      id: `${reason}.${language}`,
      label: t('reasons.option', {
        reason: t(`reasons.${kind}.${reason}.label`),
        language: LANGUAGE_NAMES[language],
      }),
      text: i18n.getFixedT(language, 'registrationRequests')(`reasons.${kind}.${reason}.text`),
    })),
  )
}
