import { useTranslation } from 'react-i18next'
import type { KioskScreen } from '#shared/contract/ipc-desktop.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { CardInput } from '../check-state.ts'
import { CardNumberForm } from '../scan/card-number-form.tsx'
import { PictureInput } from '../scan/picture-input.tsx'
import type { ScannerFeed } from '../scan/scanner-feed.ts'
import type { PictureReader } from '../scan/use-picture-reader.ts'
import { ChoicesForm } from './choices-form.tsx'
import { ExitForm } from './exit-form.tsx'
import { QueueView } from './queue-view.tsx'

export type KioskDialog = 'number' | 'picture' | 'queue' | 'choices' | 'exit'

interface KioskDialogsProps {
  readonly open: KioskDialog | undefined
  readonly onClose: () => void
  readonly onCard: (input: CardInput) => void
  readonly reader: PictureReader
  readonly feed: ScannerFeed
  readonly choices: KioskScreen
  readonly onChoices: (next: Partial<KioskScreen>) => void
  readonly onSound: () => void
}

/** What opens over the scanner, one at a time. The scanner goes on behind it; a card that comes closes it. */
export function KioskDialogs({
  open,
  onClose,
  onCard,
  reader,
  feed,
  choices,
  onChoices,
  onSound,
}: KioskDialogsProps) {
  const { t } = useTranslation('kiosk')
  const shared = (name: KioskDialog) => ({
    open: open === name,
    onOpenChange: (next: boolean) => void (next || onClose()),
  })
  return (
    <>
      <Dialog {...shared('number')} title={t('rail.number')}>
        <CardNumberForm onCheck={onCard} />
      </Dialog>
      <Dialog {...shared('picture')} title={t('rail.picture')}>
        <PictureInput reader={reader} />
      </Dialog>
      <Dialog {...shared('queue')} title={t('queue.title')} size="full">
        <QueueView />
      </Dialog>
      <Dialog {...shared('choices')} title={t('rail.choices')}>
        <ChoicesForm feed={feed} choices={choices} onChoices={onChoices} onSound={onSound} />
      </Dialog>
      <Dialog {...shared('exit')} title={t('exit.title')} size="lg">
        <ExitForm />
      </Dialog>
    </>
  )
}
