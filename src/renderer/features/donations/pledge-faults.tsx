import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type FieldErrors, FormProvider, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FormFaults } from '../../ui/form/form-faults.tsx'
import { useFaultSummary } from '../../ui/form/use-fault-summary.ts'
import { useCurrency } from '../../ui/use-money.ts'
import type { PledgeFields } from './pledge-fields.ts'

const IN_ORDER = ['cause', 'preset', 'custom', 'name', 'email'] as const
type FieldName = (typeof IN_ORDER)[number]

/**
 * The faults of a pledge that was refused, and what leads there. The list is fetched while the form is filled in: the first
 * load has no room for it. Without it the first fault takes the focus.
 */
export function usePledgeFaults(
  form: UseFormReturn<PledgeFields>,
  cards: Readonly<Record<'cause' | 'preset', RefObject<HTMLElement | null>>>,
): { readonly list: ReactNode; readonly toFaults: (faults: FieldErrors<PledgeFields>) => void } {
  const { t } = useTranslation('donations')
  const currency = useCurrency()
  const [place, toList] = useFaultSummary()
  const [Faults, setFaults] = useState<typeof FormFaults>()
  useEffect(() => {
    void import('../../ui/form/form-faults.tsx').then(
      (part) => setFaults(() => part.FormFaults),
      () => undefined,
    )
  }, [])
  const labels = {
    cause: t('cause.legend'),
    preset: t(`amount.legend.${currency}`),
    custom: t(`amount.custom.${currency}`),
    name: t('giver.name'),
    email: t('giver.email'),
  }
  // The cards are no fields of the library of forms.
  function focus(field: FieldName): void {
    if (field === 'cause' || field === 'preset')
      cards[field].current?.querySelector('input')?.focus()
    else form.setFocus(field)
  }
  function toFaults(faults: FieldErrors<PledgeFields>): void {
    if (Faults !== undefined) return toList()
    const first = IN_ORDER.find((name) => faults[name] !== undefined)
    if (first !== undefined) focus(first)
  }
  const list = Faults !== undefined && (
    <FormProvider {...form}>
      <Faults<PledgeFields>
        ref={place}
        fields={IN_ORDER}
        labelOf={(field) => labels[field as FieldName]} // as: one of IN_ORDER
        focus={(field) => focus(field as FieldName)}
      />
    </FormProvider>
  )
  return { list, toFaults }
}
