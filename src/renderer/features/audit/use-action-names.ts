import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'

type Names = { readonly [part: string]: string | Names }

const flat = (names: Names, before = ''): { readonly value: string; readonly label: string }[] =>
  Object.entries(names).flatMap(([part, name]) =>
    typeof name === 'string'
      ? { value: `${before}${part}`, label: name }
      : flat(name, `${before}${part}.`),
  )

export interface ActionNames {
  /** In the order of the reader's language. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** An action that an older or newer server wrote is shown as it is. */
  readonly nameOf: (action: string) => string
}

/** What the log calls `member.updated`, in words. The texts are the list: a test holds them against the code. */
export function useActionNames(): ActionNames {
  const { t } = useTranslation('audit')
  const language = useLanguage()
  const options = flat(t('actions', { returnObjects: true }) as unknown as Names).sort(
    (one, other) => one.label.localeCompare(other.label, language),
  ) // the part of the file below `actions`
  return {
    options,
    nameOf: (action) => options.find(({ value }) => value === action)?.label ?? action,
  }
}
