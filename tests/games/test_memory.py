from kibitz.games.memory import code_of

MAPS = """\
5591c0000000-5591c0001000 r--p 00000000 fe:00 131 /usr/bin/python3.11
7fae50000000-7fae50021000 rw-p 00000000 00:00 0
7fae56000000-7fae57000000 r--p 00000000 fe:00 977 /venv/llvmlite/binding/libllvmlite.so
7fae57000000-7fae59a00000 r-xp 01000000 fe:00 977 /venv/llvmlite/binding/libllvmlite.so
7fae59a00000-7fae59b00000 rw-p 03a00000 fe:00 977 /venv/llvmlite/binding/libllvmlite.so
7fae60000000-7fae60100000 r-xp 00000000 fe:00 978 /libllvmlite/other.so
"""


def test_only_code_that_nobody_writes_to_is_given_back() -> None:
    assert code_of("libllvmlite", MAPS) == [(0x7FAE57000000, 0x7FAE59A00000)]
