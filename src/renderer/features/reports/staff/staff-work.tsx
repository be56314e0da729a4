import { useState } from 'react'
import type { Report } from '#shared/contract/reports.ts'
import type { RoleCode } from '#shared/domain/roles.ts'
import { EditDialog } from '../edit/edit-dialog.tsx'
import type { Filters } from '../report-filters.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { HideDialog } from './hide-dialog.tsx'
import { JustDeleted } from './just-deleted.tsx'
import { StaffBar } from './staff-bar.tsx'

export interface StaffWorkProps {
  readonly role: RoleCode
  readonly filters: Filters
  readonly editing: number | undefined
  readonly deleting: number | undefined
  readonly hiding: Report | undefined
  readonly onClose: () => void
}

/** All that readers do not need, in one part that is fetched when somebody of the staff comes. */
export function StaffWork({ role, filters, editing, deleting, hiding, onClose }: StaffWorkProps) {
  const [deleted, setDeleted] = useState<number>()
  return (
    <>
      <StaffBar role={role} filters={filters} />
      {deleted !== undefined && (
        <JustDeleted
          key={deleted}
          id={deleted}
          mayRestore={role === 'A'}
          onDismiss={() => setDeleted(undefined)}
        />
      )}
      <EditDialog id={editing} onClose={onClose} />
      <HideDialog report={hiding} onClose={onClose} />
      <DeleteDialog
        id={deleting}
        onClose={onClose}
        onDeleted={(id) => {
          setDeleted(id)
          onClose()
        }}
      />
    </>
  )
}
