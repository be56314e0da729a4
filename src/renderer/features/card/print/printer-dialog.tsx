import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { logFailure } from '../../../platform/log-failure.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ChoiceCards } from '../../../ui/field/choice-cards.tsx'
import {
  choiceValue,
  type ChosenPrinter,
  chosenOf,
  firstChoice,
  isGone,
  type Printers,
} from './chosen-printer.ts'
import type { Print } from './print-sheet.tsx'

interface PrinterDialogProps extends Pick<Print, 'onCard'> {
  readonly bridge: Bridge
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** What this computer can print on. A list that cannot be had is no obstacle: the system's own dialog is one choice. */
interface Known {
  readonly printers: Printers
  readonly remembered: ChosenPrinter
  readonly listFailed: boolean
}

async function readPrinters(bridge: Bridge): Promise<Known> {
  const [listed, settings] = await Promise.allSettled([
    bridge.invoke('printers:list'),
    bridge.invoke('settings:get'),
  ])
  if (listed.status === 'rejected') logFailure('The printers could not be listed', listed.reason)
  return {
    printers: listed.status === 'fulfilled' ? listed.value : [],
    remembered: settings.status === 'fulfilled' ? settings.value.printer : null,
    listFailed: listed.status === 'rejected',
  }
}

/** Which printer the card goes to. The choice is remembered with the settings of the app. */
export function PrinterDialog({ bridge, open, onOpenChange, onCard }: PrinterDialogProps) {
  const { t } = useTranslation(['idCard', 'common'])
  // Printers come and go: asked each time the dialog opens. `always`: no network is needed for it.
  const known = useQuery({
    queryKey: ['bridge', 'printers'],
    queryFn: () => readPrinters(bridge),
    enabled: open,
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('printerTitle')}
      description={t('printerLead')}
    >
      {known.data === undefined || known.isFetching ? (
        <Spinner label={t('common:loading')} />
      ) : (
        <PrinterForm
          key={known.dataUpdatedAt}
          {...known.data}
          bridge={bridge}
          onCard={onCard}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  )
}

type PrinterFormProps = Known &
  Pick<PrinterDialogProps, 'bridge' | 'onCard'> & { readonly onDone: () => void }

function PrinterForm({
  printers,
  remembered,
  listFailed,
  bridge,
  onCard,
  onDone,
}: PrinterFormProps) {
  const { t } = useTranslation('idCard')
  const [chosen, setChosen] = useState(firstChoice(printers, remembered))
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const ask = { value: choiceValue(null), label: t('printerAsk'), hint: t('printerAskHint') }
  const choices = printers.map(({ name, label }) => ({
    value: choiceValue(name),
    label: <bdi>{label}</bdi>,
  }))

  const print = async (): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      // A settings file that cannot be written is no reason not to print.
      if (chosen !== remembered)
        await bridge
          .invoke('settings:change', { printer: chosen })
          .catch((error: unknown) => logFailure('The printer could not be remembered', error))
      const result = await onCard(() => bridge.invoke('card:print', chosen))
      if (result === 'printed') {
        toast.success(t('printDone'))
        onDone()
      }
      setFailed(result === 'failed')
    } catch (error) {
      logFailure('The card could not be printed', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void print()
      }}
    >
      {isGone(printers, remembered) && <Notice tone="warning">{t('printerGone')}</Notice>}
      {printers.length === 0 && (
        <Notice tone={listFailed ? 'warning' : 'info'}>
          {t(listFailed ? 'printerListFailed' : 'printerNone')}
        </Notice>
      )}
      <ChoiceCards
        legend={t('printerLegend')}
        options={[...choices, ask]}
        value={choiceValue(chosen)}
        onChange={(value) => setChosen(chosenOf(value))}
        columns={1}
      />
      <p className="text-sm text-muted">{t('printerRemembered')}</p>
      {failed && <Notice tone="danger">{t('printFailed')}</Notice>}
      <Button type="submit" size="lg" busy={busy} icon={<Printer aria-hidden="true" size={22} />}>
        {t('print')}
      </Button>
    </form>
  )
}
