import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import type { RecentCheck } from '../../parts/card-check/check/check-state.ts'
import { LOOKS, TONES } from '../../parts/card-check/result/looks.ts'
import { Auto } from '../../ui/bidi.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { announce } from '../../ui/feedback/announcer.tsx'

interface RecentChecksProps {
  readonly recent: readonly RecentCheck[]
  readonly onClear: () => void
}

/** The last checks of this screen. In memory only. */
export function RecentChecks({ recent, onClear }: RecentChecksProps) {
  const { t } = useTranslation('verification')
  const empty = recent.length === 0
  return (
    <section
      aria-labelledby="recent-title"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex items-start gap-2">
        <div className="grow">
          <h2 id="recent-title" className="text-xl headline">
            {t('recent.title')}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {empty ? t('recent.empty') : t('recent.count', { count: recent.length })}
          </p>
        </div>
        {!empty && (
          <IconButton
            label={t('recent.clear')}
            icon={<Trash2 aria-hidden="true" size={20} />}
            onClick={() => {
              onClear()
              announce(t('recent.cleared'))
            }}
          />
        )}
      </div>
      {!empty && (
        <ol className="mt-3">
          {recent.map((entry) => (
            <RecentRow key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
      <p className="mt-3 text-sm text-muted">{t('recent.lead')}</p>
    </section>
  )
}

function RecentRow({ entry: { at, result, name, offline } }: { readonly entry: RecentCheck }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const { Icon, tone, word } = LOOKS[result]
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <Icon aria-hidden="true" size={22} className={cx('shrink-0', TONES[tone].text)} />
      <div className="min-w-0 grow leading-snug">
        <p className={cx('wrap-anywhere', name === null ? 'text-muted' : 'font-semibold')}>
          {name === null ? t('recent.nobody') : <Auto>{name}</Auto>}
        </p>
        <p className={cx('text-sm font-semibold', TONES[tone].text)}>
          {t(word)}
          {offline === true && (
            <span className="font-normal text-muted"> · {t('recent.offline')}</span>
          )}
        </p>
      </div>
      <time dateTime={at.toISOString()} className="shrink-0 text-sm text-muted tabular-nums">
        {format.time(at)}
      </time>
    </li>
  )
}
