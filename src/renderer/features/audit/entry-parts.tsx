import { useTranslation } from 'react-i18next'
import { shortDeviceId } from '#shared/domain/kiosk-rules.ts'
import { cardId } from '#shared/domain/member-id.ts'
import { Ltr } from '../../ui/bidi.tsx'

const MEMBER = /^member:(\d{1,15})$/
const DEVICE = /^device:([0-9a-f-]{36})$/

/** Who acted or was acted on. People are card numbers here: the log holds no names. */
export function Who({ id }: { readonly id: string }) {
  const { t } = useTranslation('audit')
  const number = MEMBER.exec(id)?.[1]
  if (number !== undefined) return <Ltr className="whitespace-nowrap tabular-nums">{cardId(Number(number))}</Ltr>
  const device = DEVICE.exec(id)?.[1]
  if (device !== undefined)
    return (
      <span title={device}>
        {t('who.device')} <Ltr className="whitespace-nowrap text-muted tabular-nums">{shortDeviceId(device)}</Ltr>
      </span>
    )
  if (id === 'system') return <>{t('who.system')}</>
  if (id === 'anonymous') return <>{t('who.anonymous')}</>
  return id === '' ? <span className="text-muted">–</span> : <Ltr className="break-all">{id}</Ltr>
}

/** One value of the detail, as it was written. */
export const detailText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
