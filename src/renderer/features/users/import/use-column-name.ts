import { useTranslation } from 'react-i18next'
import { isMemberField } from '#shared/domain/people/member-fields.ts'
import type { ImportColumn } from '#shared/domain/people/member-import.ts'

const isOther = (column: string): column is 'language' | 'role' | 'status' =>
  column === 'language' || column === 'role' || column === 'status'

/** A column as the template calls it. */
export function useColumnName(): (column: ImportColumn | (string & {})) => string {
  const { t } = useTranslation(['userManagement', 'memberFields'])
  return (column) => {
    if (isMemberField(column)) return t(`memberFields:${column}.label`)
    return isOther(column) ? t(`import.otherColumns.${column}`) : '–'
  }
}
