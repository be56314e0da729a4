import { useTranslation } from 'react-i18next'
import type { DesktopSettings } from '#shared/contract/ipc-desktop.ts'
import { Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/text-field.tsx'
import { Locked } from './locked.tsx'
import { useAsked, useSettingsChange } from './use-asked.ts'

export function PrinterSection({
  settings: { printer, managed },
}: {
  readonly settings: DesktopSettings
}) {
  const { t } = useTranslation('desktopSettings')
  const { data: printers = [] } = useAsked('printers:list')
  const change = useSettingsChange()
  const isLocked = managed.includes('printer')
  // One that is switched off is not in the list, and stays the choice.
  const away =
    printer !== null && !printers.some(({ name }) => name === printer)
      ? [{ value: printer, label: t('printer.away', { name: printer }) }]
      : []
  return (
    <Section title={t('printer.title')} lead={t('printer.lead')}>
      <SelectField
        label={t('printer.choose')}
        className="max-w-md"
        disabled={isLocked}
        value={printer ?? ''}
        options={[
          { value: '', label: t('printer.ask') },
          ...printers.map(({ name, label }) => ({ value: name, label })),
          ...away,
        ]}
        onChange={({ target }) =>
          change.mutate({ printer: target.value === '' ? null : target.value })
        }
      />
      {isLocked && <Locked />}
    </Section>
  )
}
