import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/members.ts'
import { type Language, LANGUAGES } from '#shared/domain/languages.ts'
import { changeLanguage, LANGUAGE_NAMES } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { ask } from '../../platform/api.ts'
import { queryClient } from '../../platform/query-client.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.ts'

/** @param cardId of the signed-in person, whose mails follow the choice */
export function LanguageSection({ cardId }: { readonly cardId: string | undefined }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const tell = useMutation({
    mutationFn: (next: Language) =>
      ask(updateMember, { params: { id: cardId ?? '' }, body: { language: next } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'me', cardId] }),
    onError: () => toast.error(t('language.failed')),
  })
  // The words of a language may still have to be fetched; the choice is shown at once.
  const [chosen, setChosen] = useState<Language>()
  const choose = (next: Language): void => {
    setChosen(next)
    void changeLanguage(next).finally(() => setChosen(undefined))
    if (cardId !== undefined) tell.mutate(next)
  }
  return (
    <Section
      title={t('language.title')}
      lead={cardId === undefined ? undefined : t('language.member')}
    >
      <ChoiceCards
        legend={<span className="sr-only">{t('language.legend')}</span>}
        options={LANGUAGES.map((code) => ({
          value: code,
          label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
        }))}
        value={chosen ?? language}
        onChange={choose}
        columns={3}
      />
    </Section>
  )
}
