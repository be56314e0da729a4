import { useEffect, useMemo, useRef } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { useLanguage } from '../../i18n/use-format.ts'
import type { Application, FieldName } from './application.ts'
import { ApplicationForm } from './application-form.tsx'
import { faultsOf } from './faults.ts'
import { useFaultText } from './use-fault-text.ts'
import { Summary } from './summary.tsx'
import { saveNow, setApplication, setComplete, useWizard, wizard } from './wizard.ts'

/** The third step: the form, and the summary of the same answers. One form for both, so that faults reach their fields. */
export function ApplicationStep({ step }: { readonly step: 'form' | 'summary' }) {
  const language = useLanguage()
  const [first, second] = useWizard((state) => state.sum)
  const sum = first + second
  const textOf = useFaultText()
  const resolver = useMemo((): Resolver<Application> => {
    return (values) => {
      const faults = Object.entries(faultsOf(values, { now: new Date(), sum })) as [
        FieldName,
        string,
      ][] // keys of faults are names of fields
      if (faults.length === 0) return { values, errors: {} }
      return {
        values: {},
        errors: Object.fromEntries(
          faults.map(([name, fault]) => [name, { type: fault, message: textOf(fault) }]),
        ),
      }
    }
  }, [sum, textOf])
  const form = useForm<Application>({
    defaultValues: wizard().application,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        setApplication(values)
        setComplete(false)
      },
    })
    return () => {
      stop()
      saveNow()
    }
  }, [form])

  // Messages that stand beside fields are texts already: a new language asks for them anew.
  const { isSubmitted } = form.formState
  const said = useRef(language)
  useEffect(() => {
    if (said.current === language) return
    said.current = language
    if (isSubmitted) void form.trigger()
  }, [language, isSubmitted, form])

  return (
    <FormProvider {...form}>{step === 'form' ? <ApplicationForm /> : <Summary />}</FormProvider>
  )
}
