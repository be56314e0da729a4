import { useTranslation } from 'react-i18next'
import type { DoorsState } from '#shared/contract/desktop/doors.ts'
import { Ltr } from '../../../../ui/bidi.tsx'
import { asClock, useCountdown } from '../../../../ui/feedback/countdown.ts'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { modulesPath, QUIET_ZONE_MODULES, qrModules } from '../../../../ui/qr/qr-modules.ts'

/** The code for the next door, to be scanned or typed there. It is black on white in every look: a camera reads it. */
export function DoorCode({ code }: { readonly code: NonNullable<DoorsState['code']> }) {
  const { t } = useTranslation('kiosk')
  const leftS = useCountdown(Date.parse(code.expiresAt))
  if (code.addresses.length === 0) return <Notice tone="warning" title={t('doors.noNetwork')} />
  const modules = qrModules(code.text)
  const side = modules.size + 2 * QUIET_ZONE_MODULES
  return (
    <section
      aria-label={t('doors.code')}
      className="grid items-center gap-4 rounded-lg border border-line p-4 sm:grid-cols-[auto_1fr]"
    >
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing has no tag of its own
        role="img"
        aria-label={t('doors.code')}
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-72 rounded-md bg-white text-black sm:w-72"
      >
        <path d={modulesPath(modules)} fill="currentColor" />
      </svg>
      <div className="grid gap-3">
        <p>{t('doors.codeText')}</p>
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted">{t('doors.words')}</dt>
            <dd className="text-2xl font-bold wrap-anywhere">
              <Ltr>{code.words.replaceAll('-', ' ')}</Ltr>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('doors.address')}</dt>
            {code.addresses.map((address) => (
              <dd key={address} className="text-lg font-semibold">
                <Ltr>{address}</Ltr>
              </dd>
            ))}
          </div>
        </dl>
        <p className="text-sm text-muted">{t('doors.codeLasts', { time: asClock(leftS) })}</p>
      </div>
    </section>
  )
}
