import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { verifyCard } from '#shared/contract/card.ts'
import { ask } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { verdictView } from '../verdict-look.ts'
import { MARKS, TONES } from '../verdict-marks.ts'

/** The verdict beside the details of a person: a banned member has a name and a friendly photo too. */
export function MembershipVerdict({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation(['search', 'verification'])
  const verdict = useQuery({
    queryKey: ['card.verify', cardId],
    queryFn: ({ signal }) => ask(verifyCard, { body: { cardId } }, { signal }),
    // Always asked afresh and never kept: an old "valid" is the one thing that must not be shown.
    staleTime: 0,
    gcTime: 0,
    // Offline it shall fail and say so, not wait in silence.
    networkMode: 'always',
    refetchOnWindowFocus: false,
  })
  if (verdict.isFetching)
    return (
      <output className="flex min-h-19 items-center gap-3 rounded-md border border-line bg-sunken px-4 text-muted">
        <Spinner /> {t('verdict.checking')}
      </output>
    )
  if (verdict.data === undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="secondary" onClick={() => void verdict.refetch()}>
            {t('verdict.retry')}
          </Button>
        }
      >
        {t('verdict.failed')}
      </Notice>
    )
  const { tone, mark, wordKey, titleKey, todoKey } = verdictView(verdict.data, {
    kind: 'number',
    text: cardId,
  })
  const Icon = MARKS[mark]
  return (
    <output className={cx('block overflow-hidden rounded-md border-2', TONES[tone].edge)}>
      <p className={cx('flex items-center gap-3 px-4 py-2 text-2xl font-bold', TONES[tone].solid)}>
        <Icon aria-hidden="true" size={32} className="shrink-0" />
        {t(wordKey, { ns: 'verification' })}
      </p>
      <p className={cx('px-4 py-2', TONES[tone].soft)}>
        <strong>{t(titleKey, { ns: 'verification' })}</strong> {t(todoKey, { ns: 'verification' })}
      </p>
    </output>
  )
}
