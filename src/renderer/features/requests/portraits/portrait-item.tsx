import { ArrowRight, Check, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/person-name.ts'
import type { WaitingPortrait } from '#shared/contract/portraits.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button.tsx'

interface PortraitItemProps {
  readonly item: WaitingPortrait
  readonly onDecide: (status: 'approved' | 'rejected') => void
}

export function PortraitItem({ item, onDecide }: PortraitItemProps) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const id = useId()
  return (
    <li
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg font-semibold">
          <Auto>{fullName(item)}</Auto>
        </h2>
        <Ltr className="text-sm text-muted tabular-nums">{item.cardId}</Ltr>
        {item.sentAt !== null && (
          <p className="basis-full text-sm text-muted">
            {t('portraits.sent', { when: format.relative(item.sentAt) })}
          </p>
        )}
      </div>
      <div className="grid max-w-sm grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
        <Portrait address={item.oldPhotoUrl} words={t('portraits.old')} />
        <ArrowRight aria-hidden="true" size={22} className="mirror text-muted" />
        <Portrait address={item.newPhotoUrl} words={t('portraits.new')} />
      </div>
      {item.own ? (
        <p className="text-muted">{t('portraits.own')}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Check aria-hidden="true" size={20} />}
            aria-describedby={id}
            onClick={() => onDecide('approved')}
          >
            {t('portraits.approve')}
          </Button>
          <Button
            variant="secondary"
            icon={<X aria-hidden="true" size={20} />}
            aria-describedby={id}
            onClick={() => onDecide('rejected')}
          >
            {t('portraits.reject')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Portrait({ address, words }: { readonly address: string | null; readonly words: string }) {
  return (
    <figure className="grid gap-1.5">
      <Avatar src={address} name={words} className="h-auto w-full aspect-[4/5] rounded-md" />
      <figcaption className="text-sm text-muted">{words}</figcaption>
    </figure>
  )
}
