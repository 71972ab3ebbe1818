"""An import-linter contract of our own: some packages import nothing but themselves and the standard library.

Declared in pyproject.toml. Import-linter's "forbidden" contract needs the name of every package it forbids;
this one forbids them all, named or not.
"""

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """The modules in `packages` import from outside the project only what ships with Python."""

    type_name = "standard_library_only"

    packages = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        found = [
            (importer, imported, detail["line_number"])
            for importer in sorted(graph.modules)
            if self._covers(importer)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if self._is_third_party(imported)
            for detail in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, line in check.metadata["found"]:
            output.print_error(f"{importer} imports {imported} (l. {line})", bold=False)

    def _covers(self, module: str) -> bool:
        packages: list[str] = self.contract_options["packages"]
        return any(module == package or module.startswith(package + ".") for package in packages)

    def _is_third_party(self, module: str) -> bool:
        top = module.partition(".")[0]
        return top not in sys.stdlib_module_names and top not in self.session_options["root_packages"]
