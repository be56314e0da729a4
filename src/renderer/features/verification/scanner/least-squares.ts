// A `!` after an index: the loops stay inside their arrays by construction, which noUncheckedIndexedAccess cannot see.

/**
 * Solves a symmetric positive definite system by Cholesky, in place: only the lower half of `matrix` (n * n, row by row)
 * is read, and the solution replaces `right`.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      // The floor only matters for a matrix that rounding has pushed off positive definite.
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / matrix[j * n + j]!
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = right[i]!
    for (let k = 0; k < i; k++) sum -= matrix[i * n + k]! * right[k]!
    right[i] = sum / matrix[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = right[i]!
    for (let k = i + 1; k < n; k++) sum -= matrix[k * n + i]! * right[k]!
    right[i] = sum / matrix[i * n + i]!
  }
}
