# Sourced by the checks of arena/, clients/ and cluster/: builds the engine unless ENGINE names one,
# and makes a virtual environment with the packages in requirements.txt next to the check.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
environment=$root/target/python

need python3 python3
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "expected Python 3.11 or later; found $(python3 --version)"
build_engine
python_environment "$environment" -r "$here/requirements.txt"
