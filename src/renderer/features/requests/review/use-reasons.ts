import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, LANGUAGES } from '#shared/domain/text/languages.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language-store.ts'
import type { ReasonTemplate } from '../../../ui/staff/reason-dialog.tsx'

const REASONS = {
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

/** The applicant's language first, then the others in the order of the interface. */
const languagesFrom = (first: Language): readonly Language[] => [
  first,
  ...LANGUAGES.filter((language) => language !== first),
]

/** Common reasons, in every language: the reader of the mail may not know the reviewer's language. */
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
    // Only the texts of the present language are loaded with the page.
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
