import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'
import { verdictFace } from '../verdict-look.ts'
import { TONES } from '../verdict-marks.ts'
import { KIOSK_MARKS } from './kiosk-marks.ts'
import { nameScript } from './name-script.ts'
import type { RecentScan } from './recent.ts'

export function RecentScans({ recent }: { readonly recent: readonly RecentScan[] }) {
  const { t } = useTranslation('kiosk')
  return (
    <>
      <h2 className="mt-2 border-t border-line pt-2 font-semibold">{t('recent.title')}</h2>
      {recent.length === 0 && <p className="text-sm text-muted">{t('recent.empty')}</p>}
      <ol>
        {recent.map((scan) => (
          <RecentRow key={scan.number} scan={scan} />
        ))}
      </ol>
    </>
  )
}

function RecentRow({
  scan: { verdict, outcome, atMs, name, digits },
}: {
  readonly scan: RecentScan
}) {
  const { t } = useTranslation('kiosk')
  const format = useFormat()
  const face = verdictFace(verdict)
  const [tone, mark] =
    outcome === 'again'
      ? (['unsure', 'again'] as const)
      : outcome === 'not-saved'
        ? (['stop', 'not-saved'] as const)
        : ([face.tone, face.mark] as const)
  const Icon = KIOSK_MARKS[mark]
  const script = name === null ? undefined : nameScript(name)
  return (
    <li className="flex items-center gap-2.5 border-t border-line py-1.5 first:border-t-0">
      <Icon aria-hidden="true" size={20} className={cx('shrink-0', TONES[tone].text)} />
      <div className="min-w-0 grow text-sm leading-snug">
        <p className={cx('font-semibold', TONES[tone].text)}>
          {t(outcome === 'refused' ? `word.${verdict}` : `recent.${outcome}`)}
        </p>
        {(name !== null || digits !== null) && (
          <p className="wrap-anywhere">
            {name === null ? (
              <Ltr>…{digits}</Ltr>
            ) : (
              <bdi lang={script?.lang} dir={script?.dir}>
                {name}
              </bdi>
            )}
          </p>
        )}
      </div>
      <time
        dateTime={new Date(atMs).toISOString()}
        className="shrink-0 text-sm text-muted tabular-nums"
      >
        {format.time(new Date(atMs))}
      </time>
    </li>
  )
}
