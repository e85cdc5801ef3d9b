"""What an import does between the file and the records: columns become fields, rows are checked, a worker makes records of them."""
