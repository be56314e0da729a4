import { useTranslation } from 'react-i18next'
import { nearNamesIn } from '#shared/domain/report-protection.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { protectionIn } from './edit-form.ts'
import type { EditState } from './use-edit-report.ts'

/**
 * Words that the public would read and that may be a hidden name in another spelling, before the report is published or
 * verified. The rule of the server, over what the form says now: a word that is withheld leaves the list at once.
 */
export function NearNames({ edit: { base, form, change } }: { readonly edit: EditState }) {
  const { t } = useTranslation('reportWrite')
  const found = nearNamesIn(
    form,
    protectionIn(form),
    base.reportEvidences.map(({ description }) => description),
  )
  if (found.length === 0) return null
  const withheld = (word: string): void =>
    change(
      'hiddenWords',
      [form.hiddenWords.trimEnd(), word].filter((line) => line !== '').join('\n'),
    )
  return (
    <Notice tone="warning" title={t('near.title', { count: found.length })}>
      <p>{t('near.text')}</p>
      <ul aria-label={t('near.list')} className="mt-3 divide-y divide-line border-t border-line">
        {found.map(({ field, word, name, before, after }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one word may stand twice in the same words
          <li
            key={`${field} ${index}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
          >
            <div className="min-w-0 grow basis-56">
              <p className="text-sm text-muted">
                {t(field === 'evidence' ? 'part.evidence' : `field.${field}`)} · {t('near.like')}{' '}
                <Auto>{name}</Auto>
              </p>
              <p dir="auto" className="wrap-anywhere">
                {before}
                <mark className="rounded-sm bg-warning-soft px-0.5 font-semibold text-ink underline decoration-2">
                  {word}
                </mark>
                {after}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={t('near.withholdOf', { word })}
              onClick={() => withheld(word)}
            >
              {t('near.withhold')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
